import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatInstant } from "../src/domain/instant.ts";
import { slotLine, type BookingHouse } from "./harness/booking-house.ts";
import { runCommandHere } from "./harness/command-here.ts";
import {
  campaign,
  day,
  hour,
  minute,
  openOfferDesk,
  start,
  type,
  until,
} from "./harness/offer-desk.ts";
import { query } from "./harness/query.ts";

async function seatsLeft(house: BookingHouse): Promise<number> {
  const { capacity, taken } = await house.seats();
  return capacity - taken;
}

describe("offers of free seats", () => {
  test("a freed seat is kept for the first in line, who accepts it", async () => {
    await using desk = await openOfferDesk(1);
    const { house } = desk;
    const holder = await desk.book(day, "a");
    const first = await desk.book(day + 1, "b");
    const second = await desk.book(day + 2, "c");
    await desk.cancel(day + hour, holder);
    assert.equal(await desk.look(first), until(day + 2 * hour));
    assert.equal(await desk.look(second), "WAITLIST");
    assert.equal(await seatsLeft(house), 0, "an offer takes seats");
    await desk.assertLawful();
    assert.equal(await desk.accept(day + hour + 5, second), "no-offer");
    assert.equal(await desk.accept(day + hour + 5, first), "CONFIRMED");
    assert.equal(await desk.accept(day + hour + 6, first), "CONFIRMED", "again");
    const accepted = await desk.act(day, "showBooking", { booking: first });
    assert.equal(accepted.booked_at, formatInstant(day + hour + 5));
    assert.deepEqual(await desk.history(first), ["booked", "offered", "promoted"]);
    assert.deepEqual(accepted.history[1].details, {
      offer_ends_at: formatInstant(day + 2 * hour),
      seats_kept: 1,
    });
    assert.equal(await seatsLeft(house), 0);
    await desk.assertLawful();
  });

  test("an offer ends to the millisecond, and the next in line is offered", async () => {
    for (const [late, outcome] of [
      [-1, "CONFIRMED"],
      [0, "offer-ended"],
      [1, "offer-ended"],
    ] as const) {
      await using desk = await openOfferDesk(1);
      const holder = await desk.book(day, "a");
      const first = await desk.book(day + 1, "b");
      const second = await desk.book(day + 2, "c");
      await desk.cancel(day + hour, holder);
      const end = day + 2 * hour;
      assert.equal(await desk.accept(end + late, first), outcome);
      if (late < 0) continue;
      assert.equal(await desk.look(second), until(end + late + hour));
      assert.deepEqual(await desk.history(first), ["booked", "offered", "offer-ended"]);
      await desk.assertLawful();
    }
  });

  test("accepting and its refusal tell the time by the campaign's clock", async () => {
    await using desk = await openOfferDesk(1);
    const holder = await desk.book(day, "a");
    const [first, second] = [await desk.book(day + 1, "b"), await desk.book(day + 2, "c")];
    await desk.cancel(day + hour, holder);
    assert.equal(await desk.accept(day + 2 * hour + 1, first), "offer-ended");
    const accept = (booking: string) =>
      runCommandHere(desk.house.service.databaseUrl, ["accept", booking]);
    const refused = await accept(first);
    assert.match(refused.err, /The offer ended at 2031-04-30 12:00:00 CEST:/);
    const accepted = await accept(second);
    assert.equal(accepted.status, 0, accepted.err);
    assert.match(accepted.out, /status +CONFIRMED since 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d CES?T/);
    assert.doesNotMatch(accepted.out, /\dZ/);
  });

  test("a lapsed entry holds back nobody, and is offered again when a seat frees and nobody else waits", async () => {
    await using desk = await openOfferDesk(2);
    const holders = [await desk.book(day, "a"), await desk.book(day, "a2")];
    const first = await desk.book(day + 1, "b");
    const { booked_at: since } = await desk.act(day, "showBooking", { booking: first });
    await desk.cancel(day + hour, holders[0]!);
    const lapsedAt = day + 2 * hour;
    assert.equal(await desk.accept(lapsedAt, first), "offer-ended");
    assert.equal(await seatsLeft(desk.house), 1, "nobody else waits, and it is not asked again");
    await desk.assertLawful();
    const shown = await desk.act(day, "showBooking", { booking: first });
    assert.equal(shown.booked_at, since, "the place in line has an order of its own");
    const newcomer = await desk.book(lapsedAt + 1, "c");
    assert.equal(await desk.look(newcomer), "CONFIRMED");
    const waiting = await desk.book(lapsedAt + 2, "d");
    assert.equal(await desk.look(waiting), "WAITLIST");
    await desk.cancel(lapsedAt + 3, newcomer);
    assert.equal(await desk.look(waiting), until(lapsedAt + 3 + hour), "before the lapsed one");
    await desk.cancel(lapsedAt + 4, holders[1]!);
    assert.equal(await desk.look(first), until(lapsedAt + 4 + hour), "nobody else waits now");
    assert.deepEqual(await desk.history(first), ["booked", "offered", "offer-ended", "offered"]);
    await desk.assertLawful();
    assert.equal(await desk.accept(lapsedAt + 5, first), "CONFIRMED");
    await desk.assertLawful();
  });

  test("a lapsed entry is promoted past those in line only where that is meant", async () => {
    await using desk = await openOfferDesk(2);
    const holder = await desk.book(day, "a");
    await desk.book(day, "a2");
    const first = await desk.book(day + 1, "b");
    await desk.book(day + 2, "c", { tickets: 2 });
    await desk.cancel(day + hour, holder);
    assert.equal(await desk.accept(day + 2 * hour, first), "offer-ended");
    assert.equal(await desk.promote(day + 2 * hour + 1, first), "not-first");
    assert.equal(await desk.promote(day + 2 * hour + 2, first, { overtake: true }), "CONFIRMED");
    await desk.assertLawful();
  });

  test("another ticket type of a booking with seats offers nothing to a lapsed entry", async () => {
    await using desk = await openOfferDesk(2, [type("other", {})]);
    const holder = await desk.book(day, "a");
    const second = await desk.book(day, "a2");
    const first = await desk.book(day + 1, "b");
    await desk.cancel(day + hour, holder);
    assert.equal(await desk.accept(day + 2 * hour, first), "offer-ended");
    const other = { booking: second, slot_starting_at: formatInstant(start), ticket_type: "other" };
    const moved = await desk.act(day + 2 * hour + 1, "moveBooking", other);
    assert.equal(moved.ticket_type, "other");
    assert.equal(await desk.look(first), "WAITLIST", "no seat was freed");
    await desk.assertLawful();
  });

  test("a cancel declines, a single ticket gives back its seat", async () => {
    await using desk = await openOfferDesk(2);
    const holder = await desk.book(day, "a", { tickets: 2 });
    const first = await desk.book(day + 1, "b", { tickets: 2 });
    const second = await desk.book(day + 2, "c");
    const third = await desk.book(day + 3, "d");
    await desk.cancel(day + hour, holder);
    assert.equal(await desk.look(first), until(day + 2 * hour));
    assert.equal(await desk.look(second), "WAITLIST", "one that is too large would block");
    await desk.cancel(day + hour + 1, first, { ticket: 2 });
    assert.equal(await desk.look(second), until(day + 2 * hour + 1));
    await desk.assertLawful();
    await desk.cancel(day + hour + 2, first);
    assert.equal(await desk.look(first), "CANCELLED");
    assert.equal(await desk.look(third), until(day + 2 * hour + 2));
    await desk.assertLawful();
    assert.deepEqual(await desk.history(first), [
      "booked",
      "offered",
      "ticket-cancelled",
      "cancelled",
    ]);
  });

  test("an offer is cut to the cut-off, and one that would be too short is not made", async () => {
    const least = 5 * minute;
    const cutoff = start - 30 * minute;
    for (const [before, outcome] of [
      [least + 1, until(cutoff)],
      [least, until(cutoff)],
      [least - 1, "WAITLIST"],
    ] as const) {
      await using desk = await openOfferDesk(1, [type("early", { booking_cutoff_minutes: 30 })]);
      const holder = await desk.book(day, "a");
      const waiting = await desk.book(day + 1, "b", { ticket_type: "early" });
      await desk.cancel(cutoff - before, holder);
      assert.equal(await desk.look(waiting), outcome);
      // Who can be offered nothing any more stands before nobody.
      const newcomer = await desk.book(cutoff - before + 1, "c");
      assert.equal(await desk.look(newcomer), outcome === "WAITLIST" ? "CONFIRMED" : "WAITLIST");
      await desk.assertLawful();
    }
  });

  test("a setting shorter than five minutes counts for the least offer too", async () => {
    for (const [before, outcome] of [
      [2 * minute, until(start)],
      [2 * minute - 1, "WAITLIST"],
    ] as const) {
      await using desk = await openOfferDesk(1, [], { waitlist_offer_minutes: 2 });
      const holder = await desk.book(day, "a");
      const waiting = await desk.book(day + 1, "b");
      await desk.cancel(start - before, holder);
      assert.equal(await desk.look(waiting), outcome);
      assert.equal(
        await desk.accept(start, waiting),
        outcome === "WAITLIST" ? "no-offer" : "offer-ended",
      );
    }
  });

  test("a changed setting leaves live offers their end, and promoting accepts them", async () => {
    await using desk = await openOfferDesk(1);
    const holder = await desk.book(day, "a");
    const first = await desk.book(day + 1, "b");
    await desk.cancel(day + hour, holder);
    await desk.house.save(campaign({ waitlist_promotion: "manual", waitlist_offer_minutes: 1 }));
    assert.equal(await desk.look(first), until(day + 2 * hour));
    assert.equal(await desk.promote(day + hour + 1, first), "CONFIRMED");
    assert.deepEqual(await desk.history(first), ["booked", "offered", "promoted"]);
    await desk.assertLawful();
  });

  test("all that fit are confirmed, offered ones among them", async () => {
    await using desk = await openOfferDesk(1);
    const holder = await desk.book(day, "a");
    const [first, second, third] = [
      await desk.book(day + 1, "b"),
      await desk.book(day + 2, "c"),
      await desk.book(day + 3, "d"),
    ];
    await desk.cancel(day + hour, holder);
    await desk.house.save(campaign({ waitlist_promotion: "manual" }));
    await desk.capacity(day + hour + 1, 2);
    const { promoted } = await desk.act(day + hour + 2, "promoteWaitlist", {});
    assert.deepEqual(promoted, [first, second]);
    assert.equal(await desk.look(third), "WAITLIST");
    assert.equal(await desk.look(first), "CONFIRMED");
    await desk.assertLawful();
  });

  test("a move ends the offer, and the seats go to the next", async () => {
    await using desk = await openOfferDesk(1, [
      slotLine({ capacity: 1, starting_at: formatInstant(start + hour) }),
    ]);
    const holder = await desk.book(day, "a");
    const first = await desk.book(day + 1, "b");
    const second = await desk.book(day + 2, "c");
    await desk.cancel(day + hour, holder);
    const to = { booking: first, slot_starting_at: formatInstant(start + hour) };
    const moved = await desk.act(day + hour + 1, "moveBooking", to);
    assert.equal(moved.booking_status, "CONFIRMED");
    assert.equal(moved.offer_ends_at, undefined);
    assert.equal(await desk.look(second), until(day + 2 * hour + 1));
    await desk.assertLawful();
  });

  test("closing a slot and erasing a contact give back what was kept", async () => {
    await using desk = await openOfferDesk(1);
    const holder = await desk.book(day, "a");
    const first = await desk.book(day + 1, "b");
    const second = await desk.book(day + 2, "c");
    await desk.cancel(day + hour, holder);
    await desk.act(day + hour + 1, "eraseExternalId", { external_id: "b", upcoming: "cancel" });
    assert.equal(await desk.look(first), "CANCELLED");
    assert.equal(await desk.look(second), until(day + 2 * hour + 1));
    await desk.assertLawful();
    const place = { interaction: "pk_summer", activity: "tasting" };
    const closed = await desk.act(day + hour + 2, "closeSlot", {
      ...place,
      starting_at: formatInstant(start),
    });
    assert.deepEqual(closed.cancelled, [second]);
    assert.equal((await desk.house.seats()).taken, 0);
    await desk.assertLawful();
  });

  test("the first in line that is too large blocks, and a full type is passed", async () => {
    await using desk = await openOfferDesk(2, [type("vip", { capacity_per_slot: 1 })]);
    const holders = [await desk.book(day, "a", { ticket_type: "vip" }), await desk.book(day, "a2")];
    const vip = await desk.book(day + 1, "b", { ticket_type: "vip" });
    const next = await desk.book(day + 2, "c");
    await desk.cancel(day + hour, holders[1]!);
    assert.equal(await desk.look(vip), "WAITLIST");
    assert.equal(await desk.look(next), until(day + 2 * hour));
    await desk.assertLawful();
    assert.equal(await desk.accept(day + hour + 1, next), "CONFIRMED");
    await desk.assertLawful();
  });

  test("a law sees an offer that passes somebody, and one that nobody counts", async () => {
    await using desk = await openOfferDesk(1);
    const holder = await desk.book(day, "a");
    const first = await desk.book(day + 1, "b");
    await desk.book(day + 2, "c");
    await desk.cancel(day + hour, holder);
    await desk.assertLawful();
    query(desk.house.service.databaseUrl, "update hold set tickets = 2");
    await assert.rejects(desk.assertLawful());
    assert.ok(first);
  });
});
