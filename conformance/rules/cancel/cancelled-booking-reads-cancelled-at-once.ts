import { expect, expectEqual, expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "cancelled-booking-reads-cancelled-at-once",
  requirements: ["R83", "R45", "R41"],
  sentence: "The booking and its tickets are cancelled.",
  needs: ["cancellable"],
  cancels: true,
  async check({ account, take }) {
    const named = await take("cancellable");
    expectStatus(await account.cancel({ booking: named.booking }), 200, "a cancel");
    const record = await account.record(named);
    expectEqual(record?.["booking_status"], "CANCELLED", "booking_status after the cancel");
    const confirmed = await account.record(named, { booking_status: "CONFIRMED" });
    expect(confirmed === undefined, "booking_status=CONFIRMED still lists the cancelled booking");
  },
};
