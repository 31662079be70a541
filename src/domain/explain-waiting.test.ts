import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Booking, BookingId } from "./booking.ts";
import { explainWaiting } from "./explain-waiting.ts";
import type { Waiting } from "./waitlist.ts";

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
const waits = (name: string, needs: number, ticketTypeId = "standard") => ({
  id: name,
  ticketTypeId,
  needs,
});
const me = waits(id, 1);

const window = {
  startingAt: 100,
  closedAt: null,
  timezone: "UTC",
  cutoffAt: 100,
  from: null,
  until: null,
  offerMs: null,
};

/** The state of a slot, and of a ticket type `vip` with so many seats left of two. */
function stateOf(
  seats: ReturnType<typeof slot>,
  promotes: boolean,
  waitlist: readonly Waiting[],
  vipLeft: number | null = null,
): Parameters<typeof explainWaiting>[2] {
  const seatsOfVip = vipLeft === null ? null : slot(2, 2 - vipLeft);
  const types = new Map([
    ["vip", { seats: seatsOfVip, window }],
    ["standard", { seats: null, window }],
    ["closed", { seats: null, window: { ...window, cutoffAt: 20 } }],
  ]);
  return { seats, promotion: promotes ? "automatic" : "manual", waitlist, types };
}

describe("why a booking still waits", () => {
  const cases: [
    name: string,
    words: readonly [Booking, string, Parameters<typeof explainWaiting>[2], now?: number],
    why: RegExp,
    position: number | null,
    limitedBy?: "time" | "slot" | "ticket_type" | null,
  ][] = [
    ["no seat is free", [booking, "standard", stateOf(slot(2, 2), false, [me])], /none is free/, 1],
    [
      "the first needs more than is free",
      [booking, "standard", stateOf(slot(3, 2), true, [waits("first", 2), me])],
      /booking first before it needs 2 and holds back/,
      2,
    ],
    [
      "the free seats go to those before it",
      [booking, "standard", stateOf(slot(4, 2), true, [waits("first", 2), me])],
      /2 seats are free, of which 2 go to those before it/,
      2,
    ],
    [
      "it needs more than is free itself",
      [
        { ...booking, tickets: [...booking.tickets, { ...booking.tickets[0]!, number: 2 }] },
        "standard",
        stateOf(slot(3, 2), true, [waits(id, 2)]),
      ],
      /number 1 on the waitlist and needs 2 seats; 1 seat is free\./,
      1,
    ],
    [
      "its turn has come, by hand",
      [booking, "standard", stateOf(slot(3, 2), false, [me])],
      /the campaign promotes by hand/,
      1,
    ],
    [
      "its turn has come, with the next change",
      [booking, "standard", stateOf(slot(3, 2), true, [me])],
      /moves up with the next change of the slot or its waitlist/,
      1,
    ],
    [
      "the limit of its type is reached, and seats lack too",
      [booking, "vip", stateOf(slot(2, 2), true, [waits(id, 1, "vip")], 0)],
      /number 1 .* the limit of its ticket type vip leaves 0 seats\./,
      1,
      "ticket_type",
    ],
    [
      "somebody of its type waits for more than the limit leaves",
      [
        booking,
        "vip",
        stateOf(slot(9, 2), true, [waits("first", 2, "vip"), waits(id, 1, "vip")], 1),
      ],
      /vip leaves 1 seat, and booking first before it waits for 2 of that type\./,
      2,
      "ticket_type",
    ],
    [
      "what the limit leaves goes to one of its type before it",
      [
        booking,
        "vip",
        stateOf(slot(9, 2), true, [waits("first", 1, "vip"), waits(id, 1, "vip")], 1),
      ],
      /vip leaves 1 seat, of which 1 goes to those before it\./,
      2,
      "ticket_type",
    ],
    [
      "one whose own limit refuses it does not hold back another type",
      [booking, "standard", stateOf(slot(3, 2), true, [waits("first", 1, "vip"), me], 0)],
      /moves up with the next change/,
      2,
      null,
    ],
    [
      "the slot has begun",
      [booking, "standard", stateOf(slot(3, 2), false, [me]), 100],
      /number 1 .*; the slot began at 1970-01-01 00:00:00 UTC: nobody moves up any more/,
      1,
      "time",
    ],
    [
      "its cut-off has passed",
      [booking, "closed", stateOf(slot(3, 2), true, [waits(id, 1, "closed")])],
      /cut-off of its ticket type passed at 1970-01-01 00:00:00 UTC: it moves up by itself no more/,
      1,
      "time",
    ],
    [
      "its cut-off has passed, and its turn has come by hand",
      [booking, "closed", stateOf(slot(3, 2), false, [waits(id, 1, "closed")])],
      /the campaign promotes by hand/,
      1,
      null,
    ],
    [
      "one who moves up no more does not hold back another type",
      [booking, "standard", stateOf(slot(3, 2), true, [waits("first", 1, "closed"), me])],
      /moves up with the next change/,
      2,
      null,
    ],
    [
      "it needs no seat",
      [{ ...booking, hasLimitedCapacity: false }, "standard", stateOf(slot(2, 2), true, [])],
      /unlimited and needs no seat/,
      null,
    ],
    [
      "nothing of it is live",
      [{ ...booking, tickets: [] }, "standard", stateOf(slot(3, 2), true, [])],
      /nothing to wait for/,
      null,
    ],
  ];
  for (const [name, words, why, position, limitedBy] of cases) {
    test(`is explained: ${name}`, () => {
      const [of, type, state, now = 30] = words;
      const reason = explainWaiting(of, type, state, now);
      assert.match(reason.why, why);
      // The console shows the sentence, and is no terminal.
      assert.doesNotMatch(reason.why, /`/);
      assert.equal(reason.position, position);
      if (limitedBy !== undefined) assert.equal(reason.limitedBy, limitedBy);
    });
  }
});
