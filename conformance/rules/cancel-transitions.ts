import type { BookingRecord } from "../engine/caller.ts";
import { expect, expectEqual, expectStatus } from "../engine/expect.ts";
import { Skipped } from "../engine/outcome.ts";
import { expectRefusedCancel } from "../engine/refused-cancel.ts";
import type { Rule } from "../rule.ts";

export const rules: readonly Rule[] = [
  {
    name: "cancel-answers-an-empty-object",
    requirements: ["R46", "R83", "R45", "R82"],
    sentence: "Response 200: an empty JSON object.",
    needs: ["cancellable"],
    cancels: true,
    async check({ account, take }) {
      const { booking } = await take("cancellable");
      const exchange = await account.cancel({ booking });
      expectStatus(exchange, 200, "a cancel of a CONFIRMED booking");
      expectEqual(exchange.answer.json, {}, "the answer to a cancel");
    },
  },
  {
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
  },
  {
    name: "cancel-promotes-one-at-most",
    requirements: ["R49"],
    sentence: "All other transitions (for example from WAITLIST to CONFIRMED): not shown.",
    decisions: ["A40", "A41"],
    needs: ["full_slots"],
    cancels: true,
    async check({ account, fact }) {
      for (const { confirmed, waiting } of fact("full_slots")) {
        const before = await account.record(confirmed);
        if (before?.["booking_status"] !== "CONFIRMED") {
          throw new Skipped("needs-data", "A booking of full_slots is cancelled already.");
        }
        expectStatus(await account.cancel({ booking: confirmed.booking }), 200, "a cancel");
        // This cancel is refused, so it frees no second seat.
        await account.cancel({ booking: confirmed.booking });
        const statuses = [];
        for (const named of waiting) {
          statuses.push(String((await account.record(named))?.["booking_status"]));
        }
        const promoted = statuses.filter((status) => status === "CONFIRMED").length;
        const waits = statuses.filter((status) => status === "WAITLIST").length;
        expect(
          promoted + waits === waiting.length,
          `a waiting booking reads ${statuses.join(", ")}`,
        );
        expect(
          promoted <= 1,
          `one seat was freed, and ${promoted} waiting bookings were confirmed`,
        );
        expect(
          promoted === 0 || statuses[0] === "CONFIRMED",
          "somebody further behind on the waitlist was confirmed first",
        );
      }
    },
  },
  {
    name: "cancel-sets-booked-at",
    requirements: ["R28"],
    sentence: "cancellation for CANCELLED.",
    needs: ["cancellable"],
    cancels: true,
    async check({ account, take }) {
      const named = await take("cancellable");
      const cancel = await account.cancel({ booking: named.booking });
      expectStatus(cancel, 200, "a cancel");
      const time = Date.parse(String((await account.record(named))?.["booked_at"]));
      // Two minutes of tolerance for clocks that differ.
      const near = time > cancel.sentAt - 120_000 && time < cancel.answeredAt + 120_000;
      expect(near, "booked_at of the cancelled booking is not the time of the cancel");
    },
  },
  {
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
  },
  {
    name: "cancelled-ticket-is-400",
    requirements: ["R48", "R98", "R45"],
    sentence: "The ticket is already cancelled, or the attendee has checked in",
    decisions: ["A38"],
    needs: ["ticket_cancelled"],
    cancels: true,
    async check({ account, fact }) {
      const named = fact("ticket_cancelled");
      await expectRefusedCancel(account, named, "a cancel of a booking whose ticket is cancelled");
    },
  },
  {
    name: "checked-in-booking-is-400",
    requirements: ["R48", "R98", "R84", "R45"],
    sentence: "The ticket is already cancelled, or the attendee has checked in",
    needs: ["checked_in"],
    cancels: true,
    async check({ account, fact }) {
      const { booking, external_id } = fact("checked_in");
      const named = { booking, external_id };
      await expectRefusedCancel(account, named, "a cancel of a checked-in booking");
    },
  },
  {
    name: "list-names-what-cannot-be-cancelled",
    requirements: ["R48"],
    sentence: "The ticket is already cancelled, or the attendee has checked in",
    decisions: ["A92"],
    needs: ["checked_in"],
    async check({ account, fact }) {
      const headers = { prefer: "cancellable" };
      const { booking, external_id } = fact("checked_in");
      const { answer } = await account.list({ external_id }, { headers });
      if (answer.headers["preference-applied"] !== "cancellable") {
        throw new Skipped("nothing-seen", "The target does not say what can be cancelled.");
      }
      const named = String(answer.headers["x-not-cancellable"]).split(", ");
      expect(
        named.some((one) => one.startsWith(`${booking};reason=`)),
        `X-Not-Cancellable does not name a checked-in booking: ${named.join(", ")}`,
      );
      const plain = await account.list({ external_id });
      expectEqual(answer.json, plain.answer.json, "the list with Prefer: cancellable");
      expectEqual(plain.answer.headers["x-not-cancellable"], undefined, "an unasked header");
    },
  },
  {
    name: "cancelled-ticket-holds-nobody",
    requirements: ["R45"],
    sentence: "The booking's ticket is not already cancelled and its attendee has not checked in",
    decisions: ["A37"],
    needs: ["checked_in_ticket_cancelled"],
    cancels: true,
    async check({ account, fact }) {
      const { booking } = fact("checked_in_ticket_cancelled");
      expectStatus(
        await account.cancel({ booking }),
        200,
        "a cancel of a booking whose checked-in ticket is cancelled",
      );
    },
  },
  {
    name: "one-checked-in-attendee-is-enough",
    requirements: ["R48", "R45"],
    sentence: "The ticket is already cancelled, or the attendee has checked in",
    decisions: ["A37"],
    needs: ["partly_checked_in"],
    cancels: true,
    async check({ account, fact }) {
      const named = fact("partly_checked_in");
      await expectRefusedCancel(
        account,
        named,
        "a cancel of a booking of which one attendee checked in",
      );
    },
  },
  {
    name: "parallel-cancels-have-one-winner",
    requirements: ["R83", "R48"],
    sentence: "The booking and its tickets are cancelled.",
    needs: ["cancellable"],
    cancels: true,
    async check({ account, take }) {
      const { booking } = await take("cancellable");
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => account.cancel({ booking })),
      );
      const statuses = answers.map(({ answer }) => answer.status);
      const won = statuses.filter((status) => status === 200).length;
      expect(won === 1, `of 20 cancels at once, ${won} were answered 200`);
      const others = statuses.filter((status) => status !== 200 && status !== 400);
      expect(others.length === 0, `of 20 cancels at once, some were answered ${others.join(", ")}`);
    },
  },
  {
    name: "second-cancel-is-400",
    requirements: ["R48", "R98", "R84", "R46"],
    sentence: "400 when the ticket is already cancelled or the attendee has checked in",
    needs: ["cancellable"],
    cancels: true,
    async check({ account, take }) {
      const named = await take("cancellable");
      expectStatus(await account.cancel({ booking: named.booking }), 200, "a cancel");
      await expectRefusedCancel(account, named, "a second cancel");
    },
  },
  {
    name: "waitlisted-booking-can-be-cancelled",
    requirements: ["R47", "R112"],
    sentence: "CANCELLED (by the same operation, where the cancel succeeds)",
    needs: ["cancellable_waitlist"],
    cancels: true,
    async check({ account, take }) {
      const named = await take("cancellable_waitlist");
      const exchange = await account.cancel({ booking: named.booking });
      expectStatus(exchange, 200, "a cancel of a WAITLIST booking");
      expectEqual(exchange.answer.json, {}, "the answer to a cancel");
      const record = await account.record(named);
      expectEqual(record?.["booking_status"], "CANCELLED", "booking_status after the cancel");
      await expectRefusedCancel(account, named, "a second cancel");
    },
  },
];

/** The interface promises no order of the list, and a cancel may change it. */
function inOneOrder(records: readonly BookingRecord[]): BookingRecord[] {
  const id = (record: BookingRecord) => String(record["booking"]);
  return records.toSorted((a, b) => (id(a) < id(b) ? -1 : 1));
}

function rest({ booking }: { booking: string }) {
  return (record: BookingRecord): BookingRecord =>
    record["booking"] === booking ? { ...record, booking_status: "", booked_at: "" } : record;
}
