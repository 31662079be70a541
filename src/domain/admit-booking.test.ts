import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { admit, changeCapacity, excessSeats, freeSeats, takeSeats } from "./seats.ts";
import { promote, whoMovesUp } from "./waitlist.ts";
import type { Booking, BookingId } from "./booking.ts";
import { isRefused, type SeatRefusal } from "./refusal.ts";

const seats = fc
  .record({ capacity: fc.nat(20), taken: fc.nat(25) })
  .map((each) => ({ ...each, overbookedBy: excessSeats({ ...each, overbookedBy: 0 }) }));
const bookingRequest = fc.record({
  tickets: fc.integer({ min: 1, max: 8 }),
  hasLimitedCapacity: fc.boolean(),
  overbook: fc.boolean(),
});

describe("a booking", () => {
  test("A40 gets seats for all tickets or for none, and only seats that are free", () => {
    fc.assert(
      fc.property(seats, fc.boolean(), bookingRequest, (slot, hasWaitlist, who) => {
        const { status, seatsTaken, seatsOverbooked } = admit(slot, hasWaitlist, who);
        const holds = status === "CONFIRMED" && who.hasLimitedCapacity ? who.tickets : 0;
        assert.equal(seatsTaken, holds);
        if (!who.overbook) assert.equal(seatsOverbooked, 0);
        if (seatsOverbooked === 0) assert.ok(seatsTaken <= freeSeats(slot));
      }),
    );
  });

  test("A40 joins those who wait, even if seats are free, and waits when too few are", () => {
    fc.assert(
      fc.property(seats, fc.boolean(), bookingRequest, (slot, hasWaitlist, who) => {
        fc.pre(!who.overbook && who.hasLimitedCapacity);
        const { status } = admit(slot, hasWaitlist, who);
        const fits = who.tickets <= freeSeats(slot);
        assert.equal(status, fits && !hasWaitlist ? "CONFIRMED" : "WAITLIST");
      }),
    );
  });

  test("A40 with an unlimited ticket type never waits, takes no seat and overtakes nobody", () => {
    fc.assert(
      fc.property(seats, fc.boolean(), bookingRequest, (slot, hasWaitlist, who) => {
        const answer = admit(slot, hasWaitlist, { ...who, hasLimitedCapacity: false });
        assert.deepEqual(answer, {
          status: "CONFIRMED",
          seatsTaken: 0,
          seatsOverbooked: 0,
          overtaking: false,
        });
      }),
    );
  });

  test("B61 past a full slot or a waitlist on purpose leaves both on record", () => {
    fc.assert(
      fc.property(seats, fc.boolean(), bookingRequest, (slot, hasWaitlist, who) => {
        fc.pre(who.hasLimitedCapacity);
        const answer = admit(slot, hasWaitlist, { ...who, overbook: true });
        assert.equal(answer.status, "CONFIRMED");
        assert.equal(answer.overtaking, hasWaitlist);
        const after = takeSeats(slot, answer.seatsTaken);
        assert.equal(excessSeats(after) > excessSeats(slot), answer.seatsOverbooked > 0);
        assert.ok(after.taken <= after.capacity + after.overbookedBy);
      }),
    );
  });
});

const entries = fc.array(fc.record({ id: fc.uuid(), needs: fc.integer({ min: 1, max: 5 }) }), {
  maxLength: 12,
});

describe("those who move up into free seats", () => {
  test("A40 are the first ones, as many as fit, and the first who does not fit stops all behind", () => {
    fc.assert(
      fc.property(fc.nat(15), entries, (free, waitlist) => {
        const promoted = whoMovesUp(free, waitlist);
        assert.deepEqual(promoted, waitlist.slice(0, promoted.length));
        const used = promoted.reduce((sum, { needs }) => sum + needs, 0);
        assert.ok(used <= free);
        const next = waitlist[promoted.length];
        if (next !== undefined) assert.ok(used + next.needs > free);
      }),
    );
  });
});

const id = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11" as BookingId;
const waiting: Booking = {
  id,
  status: "WAITLIST",
  bookedAt: 5,
  slotStartingAt: 100,
  hasLimitedCapacity: true,
  cancellationCutoffMinutes: null,
  tickets: [
    { number: 1, cancelledAt: null, checkedInAt: null },
    { number: 2, cancelledAt: 7, checkedInAt: null },
    { number: 3, cancelledAt: null, checkedInAt: null },
  ],
};

function whyNot(answer: object): string | null {
  return isRefused<SeatRefusal>(answer) ? answer.refused.why : null;
}

describe("a promotion by hand", () => {
  test("gives the first entry a seat for each live ticket", () => {
    assert.deepEqual(promote(waiting, { free: 2, first: id }, false), {
      seatsTaken: 2,
      overtaking: false,
    });
  });

  test("A40 of any but the first is refused, unless overtaking is asked for, and then it says so", () => {
    assert.equal(whyNot(promote(waiting, { free: 9, first: "other" }, false)), "not-first");
    assert.deepEqual(promote(waiting, { free: 9, first: "other" }, true), {
      seatsTaken: 2,
      overtaking: true,
    });
    assert.deepEqual(promote(waiting, { free: 9, first: id }, true), {
      seatsTaken: 2,
      overtaking: false,
    });
  });

  test("is refused without enough free seats, overtaking or not", () => {
    assert.equal(whyNot(promote(waiting, { free: 1, first: id }, false)), "seats-missing");
    assert.equal(whyNot(promote(waiting, { free: 1, first: "other" }, true)), "seats-missing");
  });

  test("is refused for what does not wait, and for what has no live ticket", () => {
    for (const status of ["CONFIRMED", "CANCELLED"] as const) {
      const booking = { ...waiting, status };
      assert.equal(whyNot(promote(booking, { free: 9, first: null }, true)), "not-waitlisted");
    }
    const tickets = waiting.tickets.map((ticket) => ({ ...ticket, cancelledAt: 7 }));
    const empty = { ...waiting, tickets };
    assert.equal(whyNot(promote(empty, { free: 9, first: null }, false)), "no-live-ticket");
  });

  test("of an unlimited type needs no seat and passes nobody", () => {
    const unlimited = { ...waiting, hasLimitedCapacity: false };
    assert.deepEqual(promote(unlimited, { free: 0, first: "other" }, false), {
      seatsTaken: 0,
      overtaking: false,
    });
  });
});

describe("another capacity", () => {
  test("never leaves more seats sold than are there, unless that is meant or was so already", () => {
    fc.assert(
      fc.property(seats, fc.nat(25), fc.boolean(), (slot, capacity, overbook) => {
        const after = changeCapacity(slot, capacity, overbook);
        if (isRefused<SeatRefusal>(after)) {
          assert.ok(!overbook);
          assert.deepEqual(after.refused, { why: "capacity-below-taken", taken: slot.taken });
          assert.ok(slot.taken > capacity && capacity < slot.capacity);
          return;
        }
        assert.equal(after.taken, slot.taken);
        assert.equal(after.overbookedBy, excessSeats(after));
        if (!overbook) assert.ok(excessSeats(after) <= excessSeats(slot));
      }),
    );
  });
});
