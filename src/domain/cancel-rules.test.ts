import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  bookingStatuses,
  type Booking,
  type BookingChange,
  type BookingId,
  type Ticket,
} from "./booking.ts";
import { markCancelled, refuseCancel } from "./cancel-rules.ts";

const minute = 60_000;
const slotStartingAt = Date.UTC(2030, 4, 1, 8);
const aDayBefore = slotStartingAt - 24 * 60 * minute;

/** Each letter is a ticket: Live, Present (checked in), Cancelled, Gone (checked in, cancelled). */
function ticketsOf(letters: string): Ticket[] {
  return Array.from(letters, (letter, index) => ({
    number: index + 1,
    cancelledAt: "CG".includes(letter) ? aDayBefore - 7 : null,
    checkedInAt: "PG".includes(letter) ? aDayBefore - 8 : null,
  }));
}

function booking(letters: string, rest: Partial<Booking> = {}): Booking {
  return {
    id: "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11" as BookingId,
    status: "CONFIRMED",
    bookedAt: aDayBefore - 9,
    slotStartingAt,
    hasLimitedCapacity: true,
    cancellationCutoffMinutes: null,
    tickets: ticketsOf(letters),
    ...rest,
  };
}

const cancelled = "ticket-already-cancelled";
const present = "attendee-checked-in";
const closed = "cancellation-closed";

/** What a CONFIRMED or WAITLIST booking answers, before and after a cut-off of its campaign. */
const verdicts: readonly (readonly [tickets: string, inTime: string | null, late: string])[] = [
  ["", cancelled, cancelled],
  ["C", cancelled, cancelled],
  ["CC", cancelled, cancelled],
  ["G", cancelled, cancelled],
  ["CG", cancelled, cancelled],
  ["GG", cancelled, cancelled],
  ["L", null, closed],
  ["LL", null, closed],
  ["LC", null, closed],
  ["CL", null, closed],
  ["LLCC", null, closed],
  ["P", present, present],
  ["PP", present, present],
  ["LP", present, present],
  ["PL", present, present],
  ["CP", present, present],
  ["LG", null, closed],
  ["GL", null, closed],
  ["PG", present, present],
  ["LLLP", present, present],
];

const times: readonly (readonly [
  when: string,
  cutoff: number | null,
  now: number,
  late: boolean,
])[] = [
  ["without a cut-off, before the slot", null, aDayBefore, false],
  ["without a cut-off, in the slot", null, slotStartingAt + 5 * minute, false],
  ["without a cut-off, years after the slot", null, slotStartingAt + 1e11, false],
  ["a day before a cut-off of an hour", 60, aDayBefore, false],
  ["just before the cut-off", 60, slotStartingAt - 60 * minute - 1, false],
  ["at the cut-off", 60, slotStartingAt - 60 * minute, false],
  ["just after the cut-off", 60, slotStartingAt - 60 * minute + 1, true],
  ["in the slot, past its cut-off", 60, slotStartingAt + 5 * minute, true],
  ["at the start, with a cut-off of none", 0, slotStartingAt, false],
  ["just after the start, with a cut-off of none", 0, slotStartingAt + 1, true],
];

describe("refuseCancel", () => {
  for (const [when, cancellationCutoffMinutes, now, late] of times) {
    for (const status of ["CONFIRMED", "WAITLIST"] as const) {
      test(`${when}, a ${status} booking goes by its tickets and attendees (R45, R47, R48, R112, A36, A37, A38, A39)`, () => {
        for (const [letters, inTime, whenLate] of verdicts) {
          for (const hasLimitedCapacity of [true, false]) {
            const asked = booking(letters, {
              status,
              cancellationCutoffMinutes,
              hasLimitedCapacity,
            });
            const why = refuseCancel(asked, now)?.why ?? null;
            assert.equal(why, late ? whenLate : inTime, `tickets "${letters}"`);
          }
        }
      });
    }

    test(`${when}, an operator may cancel after the cut-off, and after nothing else (A69)`, () => {
      for (const [letters, inTime] of verdicts) {
        for (const status of ["CONFIRMED", "WAITLIST"] as const) {
          const asked = booking(letters, { status, cancellationCutoffMinutes });
          const why = refuseCancel(asked, now, { afterCutoff: true })?.why ?? null;
          assert.equal(why, inTime, `tickets "${letters}"`);
        }
      }
    });

    test(`${when}, a CANCELLED booking is already cancelled, whatever its tickets say (R48)`, () => {
      for (const [letters] of verdicts) {
        const asked = booking(letters, { status: "CANCELLED", cancellationCutoffMinutes });
        assert.deepEqual(refuseCancel(asked, now), { why: cancelled }, `tickets "${letters}"`);
      }
    });
  }
});

describe("markCancelled", () => {
  test("ends the booking now, with its live tickets and no others (R28, R46)", () => {
    for (const [letters, numbers] of [
      ["L", [1]],
      ["LL", [1, 2]],
      ["LC", [1]],
      ["CL", [2]],
      ["CLCL", [2, 4]],
    ] as const) {
      for (const status of ["CONFIRMED", "WAITLIST"] as const) {
        const { seatsFreed, ...change } = markCancelled(booking(letters, { status }), aDayBefore);
        assert.deepEqual(change, {
          event: "cancelled",
          status: "CANCELLED",
          bookedAt: aDayBefore,
          cancelledTickets: numbers,
          checkIns: [],
        });
        assert.ok(seatsFreed <= numbers.length);
      }
    }
  });

  test("frees a seat for each live ticket of a limited type that was confirmed (A41)", () => {
    for (const [letters, seats] of [
      ["L", 1],
      ["LL", 2],
      ["LC", 1],
      ["CLC", 1],
      ["LLLL", 4],
    ] as const) {
      assert.equal(markCancelled(booking(letters), aDayBefore).seatsFreed, seats, letters);
    }
  });

  test("frees nothing on the waitlist, of an unlimited type, or twice (A41)", () => {
    for (const letters of ["", "L", "LL", "LC", "CC"]) {
      for (const rest of [
        { status: "WAITLIST" },
        { status: "CANCELLED" },
        { hasLimitedCapacity: false },
        { status: "WAITLIST", hasLimitedCapacity: false },
      ] as const) {
        assert.equal(markCancelled(booking(letters, rest), aDayBefore).seatsFreed, 0, letters);
      }
    }
    for (const letters of ["", "C", "CC"]) {
      assert.equal(markCancelled(booking(letters), aDayBefore).seatsFreed, 0, letters);
    }
  });

  const bookings = fc.record({
    letters: fc.string({ unit: fc.constantFrom("L", "C", "P", "G"), maxLength: 12 }),
    status: fc.constantFrom(...bookingStatuses),
    hasLimitedCapacity: fc.boolean(),
    now: fc.integer({ min: aDayBefore, max: slotStartingAt + 1e9 }),
  });

  test("never frees more seats than the booking held", () => {
    fc.assert(
      fc.property(bookings, ({ letters, now, ...rest }) => {
        const live = Array.from(letters).filter((letter) => "LP".includes(letter)).length;
        const held = rest.status === "CONFIRMED" && rest.hasLimitedCapacity ? live : 0;
        const change = markCancelled(booking(letters, rest), now);
        assert.equal(change.seatsFreed, held);
        assert.equal(change.cancelledTickets.length, live);
      }),
    );
  });

  test("what was cancelled once is refused from then on, and would free nothing (R48, A41)", () => {
    fc.assert(
      fc.property(bookings, ({ letters, now, ...rest }) => {
        const before = freeze(booking(letters, rest));
        if (refuseCancel(before, now) !== null) return;
        const after = applied(before, markCancelled(before, now), now);
        assert.deepEqual(refuseCancel(after, now + 1), { why: cancelled });
        assert.equal(markCancelled(after, now + 1).seatsFreed, 0);
        assert.deepEqual(markCancelled(after, now + 1).cancelledTickets, []);
      }),
    );
  });
});

function applied(before: Booking, change: BookingChange, now: number): Booking {
  return {
    ...before,
    status: change.status,
    bookedAt: change.bookedAt,
    tickets: before.tickets.map((ticket) =>
      change.cancelledTickets.includes(ticket.number) ? { ...ticket, cancelledAt: now } : ticket,
    ),
  };
}

/** The booking is frozen, so that a rule which writes into it throws. */
function freeze(given: Booking): Booking {
  for (const ticket of given.tickets) Object.freeze(ticket);
  Object.freeze(given.tickets);
  return Object.freeze(given);
}
