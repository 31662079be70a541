import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Booking, BookingId } from "./booking.ts";
import { explainWaiting } from "./waitlist.ts";

const id = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11" as BookingId;
const booking: Booking = {
  id,
  status: "WAITLIST",
  bookedAt: 5,
  slotStartingAt: 100,
  hasLimitedCapacity: true,
  cancellationCutoffMinutes: null,
  tickets: [{ number: 1, cancelledAt: null, checkedInAt: null }],
};
const slot = (capacity: number, taken: number) => ({ capacity, taken, overbookedBy: 0 });
const me = { id, needs: 1 };

describe("why a booking still waits", () => {
  const cases: [string, Parameters<typeof explainWaiting>, RegExp, number | null][] = [
    ["no seat is free", [booking, slot(2, 2), false, [me]], /none is free/, 1],
    [
      "the first needs more than is free",
      [booking, slot(3, 2), true, [{ id: "first", needs: 2 }, me]],
      /booking first before it needs 2 and holds back/,
      2,
    ],
    [
      "the free seats go to those before it",
      [booking, slot(4, 2), true, [{ id: "first", needs: 2 }, me]],
      /2 seats are free, of which 2 go to those before it/,
      2,
    ],
    [
      "it needs more than is free itself",
      [
        { ...booking, tickets: [...booking.tickets, { ...booking.tickets[0]!, number: 2 }] },
        slot(3, 2),
        true,
        [{ id, needs: 2 }],
      ],
      /number 1 on the waitlist and needs 2 seats; 1 seat is free\./,
      1,
    ],
    [
      "its turn has come, by hand",
      [booking, slot(3, 2), false, [me]],
      /the campaign promotes by hand/,
      1,
    ],
    [
      "its turn has come, with the next change",
      [booking, slot(3, 2), true, [me]],
      /moves up with the next change of the slot or its waitlist/,
      1,
    ],
    [
      "it needs no seat",
      [{ ...booking, hasLimitedCapacity: false }, slot(2, 2), true, []],
      /unlimited and needs no seat/,
      null,
    ],
    [
      "nothing of it is live",
      [{ ...booking, tickets: [] }, slot(3, 2), true, []],
      /nothing to wait for/,
      null,
    ],
  ];
  for (const [name, words, why, position] of cases) {
    test(`is explained: ${name}`, () => {
      const reason = explainWaiting(...words);
      assert.match(reason.why, why);
      // The console shows the sentence, and is no terminal.
      assert.doesNotMatch(reason.why, /`/);
      assert.equal(reason.position, position);
    });
  }
});
