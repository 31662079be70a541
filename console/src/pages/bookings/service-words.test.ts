import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Booking, BookingId } from "../../../../src/domain/booking.ts";
import { explainCancel } from "../../../../src/domain/cancel-rules.ts";
import { explainWaiting } from "../../../../src/domain/explain-waiting.ts";
import type { Waiting } from "../../../../src/domain/waitlist.ts";
import { translated } from "./service-words.ts";

const [id, other] = [
  "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11",
  "00000000-0000-4000-8000-000000000001",
];
const at = Date.UTC(2030, 4, 1, 8);
const tickets = (...of: readonly Partial<Booking["tickets"][number]>[]) =>
  of.map((each, index) => ({ number: index + 1, cancelledAt: null, checkedInAt: null, ...each }));

function bookingWith(fields: Partial<Booking>): Booking {
  const usual = {
    id: id as BookingId,
    status: "WAITLIST",
    bookedAt: at,
    slotStartingAt: at,
    cancellationCutoffMinutes: null,
    hasLimitedCapacity: true,
    tickets: tickets({}, {}),
  };
  return { ...usual, ...fields } as Booking;
}

describe("sentences that the service composes", () => {
  test("of the rules of a cancel are all known in another language", () => {
    const bookings = [
      bookingWith({ cancellationCutoffMinutes: 60 }),
      bookingWith({ tickets: tickets({ cancelledAt: at }, { checkedInAt: at }) }),
      bookingWith({ status: "CANCELLED", tickets: tickets({ cancelledAt: at, checkedInAt: at }) }),
    ];
    for (const booking of bookings) {
      for (const { facts } of explainCancel(booking, at)) {
        assert.notEqual(translated(facts), null, facts);
      }
    }
  });

  test("of what a booking waits for are all known in another language", () => {
    const waiting = (own: string, needs: number, ticketTypeId = "standard"): Waiting => ({
      id: own,
      needs,
      ticketTypeId,
    });
    const seen = new Set<string>();
    for (const booking of [
      bookingWith({}),
      bookingWith({ hasLimitedCapacity: false }),
      bookingWith({ tickets: tickets({ cancelledAt: at }) }),
    ]) {
      for (const taken of [0, 5, 8, 9, 10]) {
        for (const ofType of [null, 0, 1, 3]) {
          for (const ahead of [[], [waiting(other, 1)], [waiting(other, 2)], [waiting(other, 9)]]) {
            for (const promotion of ["automatic", "manual", "offer"] as const) {
              const limit = ofType === null ? null : { capacity: ofType, taken: 0 };
              const window = {
                startingAt: at,
                closedAt: taken === 9 ? at - 7_200_000 : null,
                timezone: "UTC",
                cutoffAt: at - 1_800_000,
                from: null,
                until: null,
                offerMs: promotion === "offer" ? 600_000 : null,
              };
              const types = new Map([["standard", { seats: limit, window }]]);
              const seats = { capacity: 10, taken };
              const here = [...ahead, waiting(id, 2)];
              const lapsed = [...ahead, { ...waiting(id, 2), isLapsed: true }];
              const offered = [{ ...waiting(id, 2), offerEndsAt: at }];
              for (const waitlist of [here, lapsed, offered, []]) {
                const state = { seats, types, waitlist, promotion } as never;
                for (const now of [at - 1, at, at - 1_900_000, at - 3_600_000]) {
                  const { why } = explainWaiting(booking, "standard", state, now);
                  assert.notEqual(translated(why), null, why);
                  seen.add(why.replaceAll(/\d+/g, "N"));
                }
              }
            }
          }
        }
      }
    }
    assert.ok(seen.size >= 20, [...seen].join("\n"));
  });

  test("name who holds a waiting booking back", () => {
    const blocked = [
      `1 seat is free, but booking ${other} before it needs 2 and holds back everybody behind it.`,
      `the limit of its ticket type vip leaves 1 seat, and booking ${other} before it waits for 2 of that type.`,
    ];
    for (const why of blocked) {
      const sentence = `It is number 2 on the waitlist and needs 1 seat; ${why}`;
      assert.match(translated(sentence, "Bea. Bo") ?? "", /Bea\. Bo/);
      assert.doesNotMatch(translated(sentence, "Bea. Bo") ?? other, new RegExp(other));
      assert.match(translated(sentence) ?? "", new RegExp(`booking ${other}`));
    }
  });

  test("are left as they are where one is not known", () => {
    assert.equal(translated("The booking is CONFIRMED since then. Nobody knows this."), null);
  });
});
