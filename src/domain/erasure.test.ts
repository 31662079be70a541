import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Booking, BookingId, BookingStatus, Ticket } from "./booking.ts";
import { decideErasure } from "./contact.ts";

const now = Date.UTC(2030, 4, 1, 8);
const live: Ticket = { number: 1, cancelledAt: null, checkedInAt: null };
const present: Ticket = { ...live, checkedInAt: now - 1 };
const gone: Ticket = { ...live, cancelledAt: now - 1 };

function booking(
  id: string,
  status: BookingStatus = "CONFIRMED",
  rest: Partial<Booking> = {},
): Booking {
  return {
    id: id as BookingId,
    status,
    bookedAt: now - 2,
    slotStartingAt: now + 1,
    hasLimitedCapacity: true,
    cancellationCutoffMinutes: 60,
    tickets: [live],
    ...rest,
  };
}

/** None of these is a live booking to come. */
const settled = [
  booking("cancelled", "CANCELLED", { tickets: [gone] }),
  booking("begins now", "CONFIRMED", { slotStartingAt: now, tickets: [present] }),
  booking("over", "WAITLIST", { slotStartingAt: now - 1 }),
  booking("without a live ticket", "CONFIRMED", { tickets: [gone] }),
];
const toCome = [booking("one"), booking("other", "WAITLIST")];

describe("B93 the erasure of a contact", () => {
  test("asks about live bookings to come, and about no others", () => {
    for (const upcoming of [null, "keep", "cancel"] as const) {
      assert.deepEqual(decideErasure(settled, upcoming, now), { cancelled: [] });
    }
    assert.deepEqual(decideErasure([...settled, ...toCome], null, now), {
      refused: { why: "contact-has-upcoming", bookings: 2 },
    });
  });

  test("cancels all of them, after the cut-off too, or keeps all", () => {
    const all = [...toCome, ...settled];
    assert.deepEqual(decideErasure(all, "cancel", now), { cancelled: toCome });
    assert.deepEqual(decideErasure(all, "keep", now), { cancelled: [] });
  });

  test("is refused where one of them has a checked-in attendee, unless they are kept", () => {
    const arrived = booking("arrived", "CONFIRMED", { tickets: [live, { ...present, number: 2 }] });
    const all = [...toCome, arrived];
    assert.deepEqual(decideErasure(all, "cancel", now), {
      refused: { why: "attendee-checked-in", booking: "arrived" },
    });
    assert.deepEqual(decideErasure(all, "keep", now), { cancelled: [] });
  });
});
