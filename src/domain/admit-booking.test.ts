import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { admit, changeCapacity, excessSeats, freeSeats, takeSeats, type Room } from "./seats.ts";
import { holdsBack, promote, walkQueue } from "./waitlist.ts";
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

/** What a booking finds: the slot, perhaps a limit of its type, and perhaps somebody who holds it back. */
const rooms = fc.record({ slot: seats, type: fc.option(seats), isHeldBack: fc.boolean() });

function freeIn({ slot, type }: Room): number {
  return Math.min(freeSeats(slot), type === null ? Number.POSITIVE_INFINITY : freeSeats(type));
}

describe("a booking", () => {
  test("A40 A87 gets seats for all tickets or for none, and only seats that both limits leave", () => {
    fc.assert(
      fc.property(rooms, bookingRequest, (room, who) => {
        const { status, seatsTaken, seatsOverbooked } = admit(room, who);
        const holds = status === "CONFIRMED" && who.hasLimitedCapacity ? who.tickets : 0;
        assert.equal(seatsTaken, holds);
        if (!who.overbook) assert.equal(seatsOverbooked, 0);
        if (seatsOverbooked === 0) assert.ok(seatsTaken <= freeIn(room));
      }),
    );
  });

  test("A40 A87 waits when somebody ahead holds it back, even if seats are free, and when too few are", () => {
    fc.assert(
      fc.property(rooms, bookingRequest, (room, who) => {
        fc.pre(!who.overbook && who.hasLimitedCapacity);
        const { status } = admit(room, who);
        const fits = who.tickets <= freeIn(room);
        assert.equal(status, fits && !room.isHeldBack ? "CONFIRMED" : "WAITLIST");
      }),
    );
  });

  test("A40 with an unlimited ticket type never waits, takes no seat and overtakes nobody", () => {
    fc.assert(
      fc.property(rooms, bookingRequest, (room, who) => {
        const answer = admit(room, { ...who, hasLimitedCapacity: false });
        assert.deepEqual(answer, {
          status: "CONFIRMED",
          seatsTaken: 0,
          seatsOverbooked: 0,
          overtaking: false,
        });
      }),
    );
  });

  test("B61 past a full slot, a full type or a waitlist on purpose leaves all on record", () => {
    fc.assert(
      fc.property(rooms, bookingRequest, (room, who) => {
        fc.pre(who.hasLimitedCapacity);
        const answer = admit(room, { ...who, overbook: true });
        assert.equal(answer.status, "CONFIRMED");
        assert.equal(answer.overtaking, room.isHeldBack);
        const both = [room.slot, ...(room.type === null ? [] : [room.type])];
        const after = both.map((each) => takeSeats(each, answer.seatsTaken));
        const grows = after.some((each, index) => excessSeats(each) > excessSeats(both[index]!));
        assert.equal(grows, answer.seatsOverbooked > 0);
        for (const each of after) assert.ok(each.taken <= each.capacity + each.overbookedBy);
      }),
    );
  });
});

const typeIds = ["general", "vip", "press"];
const entries = fc.array(
  fc.record({
    id: fc.uuid(),
    ticketTypeId: fc.constantFrom(...typeIds),
    needs: fc.integer({ min: 1, max: 5 }),
  }),
  { maxLength: 12 },
);
/** `general` has no limit. */
const lefts = fc
  .record({ free: fc.nat(15), vip: fc.nat(6), press: fc.nat(6) })
  .map(({ free, ...byType }) => ({ free, byType: new Map(Object.entries(byType)) }));

const entry = (name: string, needs: number) => ({
  id: name,
  ticketTypeId: name.slice(0, -1),
  needs,
});
const left = (free: number, vip: number) => ({ free, byType: new Map([["vip", vip]]) });

describe("those who move up into free seats", () => {
  test("A40 without limits are the first ones, and the first who does not fit stops all behind", () => {
    fc.assert(
      fc.property(fc.nat(15), entries, (free, waitlist) => {
        const { promoted } = walkQueue({ free, byType: new Map() }, waitlist);
        assert.deepEqual(
          promoted.map((each) => each.entry),
          waitlist.slice(0, promoted.length),
        );
        const used = promoted.reduce((sum, each) => sum + each.entry.needs, 0);
        assert.ok(used <= free);
        const next = waitlist[promoted.length];
        if (next !== undefined) assert.ok(used + next.needs > free);
      }),
    );
  });

  test("A87 never exceed the seats, nor the limit of a type", () => {
    fc.assert(
      fc.property(lefts, entries, (before, waitlist) => {
        const { promoted, left: after } = walkQueue(before, waitlist);
        const used = (id: string | null) =>
          promoted
            .filter((each) => id === null || each.entry.ticketTypeId === id)
            .reduce((sum, each) => sum + each.entry.needs, 0);
        assert.equal(after.free, before.free - used(null));
        assert.ok(after.free >= 0);
        for (const [id, room] of before.byType) {
          assert.equal(after.byType.get(id), room - used(id));
          assert.ok(used(id) <= room);
        }
      }),
    );
  });

  test("A87 keep the order of their type, and pass others only where their type's limit refused them", () => {
    fc.assert(
      fc.property(lefts, entries, (before, waitlist) => {
        const { promoted, passedOver, endedBy } = walkQueue(before, waitlist);
        const up = new Set<object>(promoted.map((each) => each.entry));
        let seats = before.free;
        const room = new Map(before.byType);
        const closed = new Set<string>();
        for (const each of waitlist) {
          const ofType = room.get(each.ticketTypeId) ?? Number.POSITIVE_INFINITY;
          if (up.has(each)) {
            assert.ok(!closed.has(each.ticketTypeId));
            seats -= each.needs;
            room.set(each.ticketTypeId, ofType - each.needs);
          } else if (each === endedBy) {
            assert.ok(each.needs <= ofType && each.needs > seats);
            break;
          } else if (!closed.has(each.ticketTypeId)) {
            assert.equal(passedOver.get(each.ticketTypeId), each);
            assert.ok(each.needs > ofType);
            closed.add(each.ticketTypeId);
          }
        }
      }),
    );
  });

  test("A87 leave nobody who would move up in a second walk", () => {
    fc.assert(
      fc.property(lefts, entries, (before, waitlist) => {
        const { promoted, left: after } = walkQueue(before, waitlist);
        const up = new Set<object>(promoted.map((each) => each.entry));
        const rest = waitlist.filter((each) => !up.has(each));
        assert.deepEqual(walkQueue(after, rest).promoted, []);
      }),
    );
  });

  // The three examples of A87.
  const examples = [
    ["a full type holds back only itself", left(2, 0), "vip1:1 vip2:1 general3:1", "general3"],
    ["also where seats lack, too", left(1, 1), "vip1:2 vip2:1 general3:1", "general3"],
    ["the first whose type admits it ends the walk", left(1, 2), "vip1:2 general2:1", ""],
  ] as const;
  for (const [name, before, queue, up] of examples) {
    test(`A87 by example: ${name}`, () => {
      const waitlist = queue.split(" ").map((each) => {
        const [id = "", needs] = each.split(":");
        return entry(id, Number(needs));
      });
      const { promoted } = walkQueue(before, waitlist);
      assert.equal(promoted.map((each) => each.entry.id).join(" "), up);
    });
  }
});

describe("those ahead", () => {
  test("A87 hold back a newcomer exactly where nobody like it would move up behind them", () => {
    fc.assert(
      fc.property(lefts, entries, fc.constantFrom(...typeIds), (before, ahead, ticketTypeId) => {
        const { by, passedOver } = holdsBack(before.byType, ahead, ticketTypeId);
        const me = { id: "me", ticketTypeId, needs: 1 };
        // Whoever moves up before it does not stand ahead of it any more; without seats, only limits pass over.
        const waiting = walkQueue({ ...before, free: 0 }, ahead);
        const isFree = waiting.endedBy === null && !waiting.passedOver.has(ticketTypeId);
        assert.equal(by === null, isFree);
        if (by === null) {
          const room = { free: 1, byType: new Map(before.byType).set(ticketTypeId, 1) };
          assert.deepEqual(walkQueue(room, [...ahead, me]).promoted, [
            { entry: me, past: passedOver },
          ]);
        }
      }),
    );
  });

  test("A87 hold back the same whether all are asked or the first of each type", () => {
    fc.assert(
      fc.property(
        lefts,
        entries,
        fc.constantFrom(...typeIds),
        ({ byType }, ahead, ticketTypeId) => {
          const heads = ahead.filter(
            (each, index) =>
              ahead.findIndex((other) => other.ticketTypeId === each.ticketTypeId) === index,
          );
          assert.deepEqual(
            holdsBack(byType, heads, ticketTypeId),
            holdsBack(byType, ahead, ticketTypeId),
          );
        },
      ),
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

function room(free: number, heldBackBy: string | null = null, ofType: number | null = null) {
  const type =
    ofType === null ? null : { id: "vip", capacity: 9, taken: 9 - ofType, overbookedBy: 0 };
  return { slot: { capacity: free, taken: 0, overbookedBy: 0 }, type, heldBackBy, byClock: null };
}

describe("a promotion by hand", () => {
  test("gives the first entry a seat for each live ticket", () => {
    assert.deepEqual(promote(waiting, room(2), false), {
      seatsTaken: 2,
      overtaking: false,
    });
  });

  test("A40 of any but the first is refused, unless overtaking is asked for, and then it says so", () => {
    assert.equal(whyNot(promote(waiting, room(9, "other"), false)), "not-first");
    assert.deepEqual(promote(waiting, room(9, "other"), true), {
      seatsTaken: 2,
      overtaking: true,
    });
    assert.deepEqual(promote(waiting, room(9), true), {
      seatsTaken: 2,
      overtaking: false,
    });
  });

  test("is refused without enough free seats, overtaking or not", () => {
    assert.equal(whyNot(promote(waiting, room(1), false)), "seats-missing");
    assert.equal(whyNot(promote(waiting, room(1, "other"), true)), "seats-missing");
  });

  test("A87 is refused without enough of its type, which is told, overtaking or not", () => {
    const refused = { why: "seats-missing", needs: 2, free: 1, ticketType: "vip" };
    for (const each of [room(9, null, 1), room(0, "other", 1)]) {
      assert.deepEqual(promote(waiting, each, true), { refused });
    }
    assert.deepEqual(promote(waiting, room(2, null, 2), false), {
      seatsTaken: 2,
      overtaking: false,
    });
  });

  test("is refused for what does not wait, and for what has no live ticket", () => {
    for (const status of ["CONFIRMED", "CANCELLED"] as const) {
      const booking = { ...waiting, status };
      assert.equal(whyNot(promote(booking, room(9), true)), "not-waitlisted");
    }
    const tickets = waiting.tickets.map((ticket) => ({ ...ticket, cancelledAt: 7 }));
    const empty = { ...waiting, tickets };
    assert.equal(whyNot(promote(empty, room(9), false)), "no-live-ticket");
  });

  test("of an unlimited type needs no seat and passes nobody", () => {
    const unlimited = { ...waiting, hasLimitedCapacity: false };
    assert.deepEqual(promote(unlimited, room(0, "other"), false), {
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
