import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Booking, BookingId, BookingStatus } from "./booking.ts";
import { moveInto, type MoveTarget } from "./move-booking.ts";

const minute = 60_000;
const slotStartingAt = 100 * minute;

/** A booking with live tickets and one that is cancelled. */
function booking(live: number, rest: Partial<Booking> = {}): Booking {
  return {
    id: "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11" as BookingId,
    status: "CONFIRMED",
    bookedAt: 3,
    slotStartingAt,
    hasLimitedCapacity: true,
    cancellationCutoffMinutes: null,
    tickets: Array.from({ length: live + 1 }, (_, index) => ({
      number: index + 1,
      cancelledAt: index === live ? 5 : null,
      checkedInAt: null,
    })),
    ...rest,
  };
}

/** Another slot with so many free seats of ten. */
function slotWith(free: number, rest: Partial<MoveTarget> = {}): MoveTarget {
  return {
    slot: { capacity: 10, taken: 10 - free, overbookedBy: 0 },
    type: null,
    isHeldBack: false,
    typeWaits: false,
    hasLimitedCapacity: true,
    isSameSlot: false,
    ...rest,
  };
}

describe("leaving a slot for another", () => {
  test("enters the other as a new booking does: all tickets get a seat, or none", () => {
    const confirmed = { status: "CONFIRMED", seatsFreed: 2, seatsTaken: 2 };
    const waiting = { status: "WAITLIST", seatsFreed: 2, seatsTaken: 0 };
    assert.deepEqual(moveInto(booking(2), slotWith(2)), confirmed);
    assert.deepEqual(moveInto(booking(2), slotWith(1)), waiting);
    assert.deepEqual(moveInto(booking(2), slotWith(5, { isHeldBack: true })), waiting);
    assert.deepEqual(moveInto(booking(2), slotWith(0, { hasLimitedCapacity: false })), {
      ...confirmed,
      seatsTaken: 0,
    });
  });

  test("frees only what the booking held", () => {
    const held = (rest: Partial<Booking>) => moveInto(booking(2, rest), slotWith(2)).seatsFreed;
    assert.deepEqual(
      [held({}), held({ status: "WAITLIST" }), held({ hasLimitedCapacity: false })],
      [2, 0, 0],
    );
  });
});

describe("changing the ticket type within a slot", () => {
  const within = (free: number, rest: Partial<MoveTarget> = {}) =>
    slotWith(free, { isSameSlot: true, ...rest });
  const places: readonly (readonly [BookingStatus, MoveTarget, object])[] = [
    ["CONFIRMED", within(0), { status: "CONFIRMED", seatsFreed: 2, seatsTaken: 2 }],
    [
      "CONFIRMED",
      within(0, { isHeldBack: true }),
      { status: "CONFIRMED", seatsFreed: 2, seatsTaken: 2 },
    ],
    ["WAITLIST", within(5), { status: "WAITLIST", seatsFreed: 0, seatsTaken: 0 }],
  ];

  test("keeps the seats, or the place in line", () => {
    for (const [status, target, expected] of places) {
      assert.deepEqual(moveInto(booking(2, { status }), target), expected);
    }
  });

  test("A87 into a type with a limit keeps the seats where the limit and its queue admit it", () => {
    const type = (free: number) => ({ capacity: 4, taken: 4 - free, overbookedBy: 0 });
    const statusOf = (rest: Partial<MoveTarget>) => moveInto(booking(2), within(0, rest)).status;
    assert.equal(statusOf({ type: type(2) }), "CONFIRMED");
    assert.equal(statusOf({ type: type(2), isHeldBack: true }), "CONFIRMED");
    assert.equal(statusOf({ type: type(1) }), "WAITLIST");
    assert.equal(statusOf({ type: type(2), typeWaits: true }), "WAITLIST");
    assert.equal(statusOf({ type: null, typeWaits: true }), "CONFIRMED");
    const overbooked = { capacity: 2, taken: 5, overbookedBy: 3 };
    assert.equal(statusOf({ slot: overbooked, type: type(2) }), "CONFIRMED");
  });

  test("to an unlimited type frees the seats and ends the waiting", () => {
    const target = within(0, { hasLimitedCapacity: false, isHeldBack: true });
    assert.deepEqual(moveInto(booking(2), target), {
      status: "CONFIRMED",
      seatsFreed: 2,
      seatsTaken: 0,
    });
    assert.equal(moveInto(booking(2, { status: "WAITLIST" }), target).status, "CONFIRMED");
  });

  test("from an unlimited type asks for seats like a new booking", () => {
    const unlimited = booking(2, { hasLimitedCapacity: false });
    assert.deepEqual(moveInto(unlimited, within(2)), {
      status: "CONFIRMED",
      seatsFreed: 0,
      seatsTaken: 2,
    });
    assert.equal(moveInto(unlimited, within(1)).status, "WAITLIST");
    assert.equal(moveInto(unlimited, within(9, { isHeldBack: true })).status, "WAITLIST");
  });
});
