import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Booking, BookingId, BookingStatus, Ticket } from "./booking.ts";
import { cancelTicket } from "./cancel-rules.ts";
import { checkIn, undoCheckIn } from "./check-in.ts";

const now = 1_000_000;

function ticket(number: number, state: "live" | "checked in" | "cancelled" = "live"): Ticket {
  return {
    number,
    cancelledAt: state === "cancelled" ? 5 : null,
    checkedInAt: state === "checked in" ? 7 : null,
  };
}

function booking(tickets: readonly Ticket[], status: BookingStatus = "CONFIRMED"): Booking {
  return {
    id: "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11" as BookingId,
    status,
    bookedAt: 3,
    slotStartingAt: 2_000_000,
    hasLimitedCapacity: true,
    cancellationCutoffMinutes: null,
    tickets,
  };
}

const unmoved = { status: "CONFIRMED", bookedAt: 3, cancelledTickets: [], seatsFreed: 0 } as const;

describe("checking in", () => {
  test("R29 marks the attendee's ticket and leaves status and time of the booking", () => {
    assert.deepEqual(checkIn(booking([ticket(1), ticket(2)]), 2, now), {
      ...unmoved,
      event: "checked-in",
      checkIns: [{ ticket: 2, checkedInAt: now }],
    });
  });

  test("without a ticket means all live ones that have not come yet", () => {
    const tickets = [ticket(1, "checked in"), ticket(2), ticket(3, "cancelled"), ticket(4)];
    assert.deepEqual(checkIn(booking(tickets), null, now), {
      ...unmoved,
      event: "checked-in",
      checkIns: [
        { ticket: 2, checkedInAt: now },
        { ticket: 4, checkedInAt: now },
      ],
    });
  });

  test("again changes nothing, and the first time stays", () => {
    const here = booking([ticket(1, "checked in")]);
    assert.deepEqual(checkIn(here, 1, now), { unchanged: true });
    assert.deepEqual(checkIn(here, null, now), { unchanged: true });
  });

  test("can be undone, and undoing again changes nothing", () => {
    assert.deepEqual(undoCheckIn(booking([ticket(1, "checked in"), ticket(2)]), null), {
      ...unmoved,
      event: "check-in-undone",
      checkIns: [{ ticket: 1, checkedInAt: null }],
    });
    assert.deepEqual(undoCheckIn(booking([ticket(1)]), 1), { unchanged: true });
  });

  test("is refused for a booking that is not CONFIRMED", () => {
    for (const status of ["WAITLIST", "CANCELLED"] as const) {
      const refused = { refused: { why: "not-confirmed", status } };
      assert.deepEqual(checkIn(booking([ticket(1)], status), null, now), refused);
      assert.deepEqual(undoCheckIn(booking([ticket(1)], status), 1), refused);
    }
  });

  test("is refused for a ticket that is cancelled or does not exist, and where none is left", () => {
    const some = booking([ticket(1, "cancelled"), ticket(2)]);
    assert.deepEqual(checkIn(some, 1, now), { refused: { why: "ticket-cancelled", ticket: 1 } });
    assert.deepEqual(checkIn(some, 3, now), {
      refused: { why: "unknown-ticket", ticket: 3, tickets: 2 },
    });
    assert.deepEqual(checkIn(booking([ticket(1, "cancelled")]), null, now), {
      refused: { why: "ticket-already-cancelled" },
    });
  });
});

describe("cancelling one ticket", () => {
  test("frees its seat and leaves the booking as it is", () => {
    assert.deepEqual(cancelTicket(booking([ticket(1), ticket(2)]), 1, now), {
      ...unmoved,
      event: "ticket-cancelled",
      cancelledTickets: [1],
      checkIns: [],
      seatsFreed: 1,
    });
  });

  test("frees no seat where none is held", () => {
    const open = { ...booking([ticket(1), ticket(2)]), hasLimitedCapacity: false };
    const waiting = booking([ticket(1), ticket(2)], "WAITLIST");
    for (const each of [open, waiting]) {
      const change = cancelTicket(each, 1, now);
      assert.ok("seatsFreed" in change && change.seatsFreed === 0);
    }
  });

  test("cancels the booking with its last live ticket", () => {
    assert.deepEqual(cancelTicket(booking([ticket(1, "cancelled"), ticket(2)]), 2, now), {
      event: "cancelled",
      status: "CANCELLED",
      bookedAt: now,
      cancelledTickets: [2],
      checkIns: [],
      seatsFreed: 1,
    });
  });

  test("is refused when its attendee has checked in, not when another one has", () => {
    const pair = booking([ticket(1, "checked in"), ticket(2)]);
    assert.deepEqual(cancelTicket(pair, 1, now), { refused: { why: "attendee-checked-in" } });
    assert.ok("cancelledTickets" in cancelTicket(pair, 2, now));
  });

  test("is refused for a ticket that is cancelled or does not exist, and past the cut-off", () => {
    const some = booking([ticket(1, "cancelled"), ticket(2)]);
    assert.deepEqual(cancelTicket(some, 1, now), {
      refused: { why: "ticket-cancelled", ticket: 1 },
    });
    assert.deepEqual(cancelTicket(some, 3, now), {
      refused: { why: "unknown-ticket", ticket: 3, tickets: 2 },
    });
    const late = { ...some, slotStartingAt: now + 60_000, cancellationCutoffMinutes: 2 };
    assert.deepEqual(cancelTicket(late, 2, now), { refused: { why: "cancellation-closed" } });
  });
});
