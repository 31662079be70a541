import assert from "node:assert/strict";
import { test } from "node:test";
import type { Booking, BookingChange, BookingId } from "./booking.ts";
import { mayLetOthersMoveUp } from "./waitlist.ts";

const confirmed: Booking = {
  id: "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11" as BookingId,
  status: "CONFIRMED",
  bookedAt: 3,
  slotStartingAt: 100,
  hasLimitedCapacity: true,
  cancellationCutoffMinutes: null,
  tickets: [],
};
const waiting: Booking = { ...confirmed, status: "WAITLIST" };

function change(seatsFreed: number): BookingChange {
  const nothing = { bookedAt: 3, cancelledTickets: [], checkIns: [] };
  return { ...nothing, event: "cancelled", status: "CANCELLED", seatsFreed };
}

test("B60 others may move up after a freed seat, and after a change of an entry of the queue", () => {
  assert.equal(mayLetOthersMoveUp(confirmed, change(1)), true);
  assert.equal(mayLetOthersMoveUp(confirmed, change(0)), false);
  assert.equal(mayLetOthersMoveUp(waiting, change(0)), true);
  assert.equal(mayLetOthersMoveUp({ ...waiting, hasLimitedCapacity: false }, change(0)), false);
});
