import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  bookingStatuses,
  type Booking,
  type BookingId,
  type BookingStatus,
  transitionsOfEvent,
  mayHappen,
  type BookingEventKind,
} from "./booking.ts";
import { markCancelled, refuseCancel, cancelTicket } from "./cancel-rules.ts";
import { checkIn, undoCheckIn } from "./check-in.ts";
import { promote } from "./waitlist.ts";
import { isRefused } from "./refusal.ts";

const now = 1_000;
const slot = { capacity: 9, taken: 0, overbookedBy: 0 };

/** A booking to which everything may happen that its status allows. */
const booking = (status: BookingStatus, checkedInAt: number | null = null): Booking => ({
  id: "2f6c1d1e-6f0e-4b52-9a34-000000000001" as BookingId,
  status,
  bookedAt: 1,
  slotStartingAt: 2,
  hasLimitedCapacity: true,
  cancellationCutoffMinutes: null,
  tickets: [1, 2].map((number) => ({ number, cancelledAt: null, checkedInAt })),
});

/** The status that each rule leads to, or null where it refuses; and what it ought to be. */
const rules: readonly (readonly [
  kind: BookingEventKind,
  rule: (from: BookingStatus) => BookingStatus | null,
  leads: Readonly<Record<BookingStatus, BookingStatus | null>>,
])[] = [
  [
    "cancelled",
    (from) =>
      refuseCancel(booking(from), now) === null ? markCancelled(booking(from), now).status : null,
    { CONFIRMED: "CANCELLED", WAITLIST: "CANCELLED", CANCELLED: null },
  ],
  [
    "ticket-cancelled",
    (from) => statusOf(cancelTicket(booking(from), 1, now)),
    { CONFIRMED: "CONFIRMED", WAITLIST: "WAITLIST", CANCELLED: null },
  ],
  [
    "checked-in",
    (from) => statusOf(checkIn(booking(from), null, now)),
    { CONFIRMED: "CONFIRMED", WAITLIST: null, CANCELLED: null },
  ],
  [
    "check-in-undone",
    (from) => statusOf(undoCheckIn(booking(from, 5), null)),
    { CONFIRMED: "CONFIRMED", WAITLIST: null, CANCELLED: null },
  ],
  [
    "promoted",
    (from) =>
      isRefused(
        promote(booking(from), { slot, type: null, heldBackBy: null, byClock: null }, false),
      )
        ? null
        : "CONFIRMED",
    { CONFIRMED: null, WAITLIST: "CONFIRMED", CANCELLED: null },
  ],
];

function statusOf(decision: object): BookingStatus | null {
  return "status" in decision ? (decision.status as BookingStatus) : null;
}

describe("the state table and the rules", () => {
  for (const [kind, rule, leads] of rules) {
    test(`R49 agree on "${kind}" from every status`, () => {
      const paths: readonly (readonly [string, string])[] = transitionsOfEvent[kind].paths;
      for (const from of bookingStatuses) {
        assert.equal(rule(from), leads[from], `the rule from ${from}`);
        const to = paths.find(([start]) => start === from)?.[1] ?? null;
        assert.equal(to, leads[from], `the table from ${from}`);
        assert.equal(mayHappen(kind, from), leads[from] !== null);
      }
    });
  }
});
