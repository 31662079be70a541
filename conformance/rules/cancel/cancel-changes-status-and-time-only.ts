import type { BookingRecord } from "../../engine/caller.ts";
import { expectEqual, expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "cancel-changes-status-and-time-only",
  requirements: ["R83", "R49"],
  sentence: "The booking and its tickets are cancelled.",
  needs: ["cancellable"],
  cancels: true,
  async check({ account, take }) {
    const named = await take("cancellable");
    const before = await account.records({ external_id: named.external_id });
    expectStatus(await account.cancel({ booking: named.booking }), 200, "a cancel");
    const after = await account.records({ external_id: named.external_id });
    expectEqual(
      inOneOrder(after).map(rest(named)),
      inOneOrder(before).map(rest(named)),
      "the contact's list, other than this status and time",
    );
  },
};

/** The interface promises no order of the list, and a cancel may change it. */
function inOneOrder(records: readonly BookingRecord[]): BookingRecord[] {
  const id = (record: BookingRecord) => String(record["booking"]);
  return records.toSorted((a, b) => (id(a) < id(b) ? -1 : 1));
}

function rest({ booking }: { booking: string }) {
  return (record: BookingRecord): BookingRecord =>
    record["booking"] === booking ? { ...record, booking_status: "", booked_at: "" } : record;
}
