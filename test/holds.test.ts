import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, test } from "node:test";
import { formatInstant } from "../src/domain/instant.ts";
import { isRefused } from "../src/domain/refusal.ts";
import {
  openBookingHouse,
  slotLine,
  slotStart,
  type BookingHouse,
} from "./harness/booking-house.ts";
import { verifyAccount } from "../src/usecases/operator/verify-account.ts";
import { refusalText } from "../src/operations/machinery/problems.ts";
import type { Slot } from "../src/operations/slots/slots.ts";
import { operate } from "./harness/operate.ts";
import { catalogue } from "./harness/seed.ts";
import { acme } from "./harness/service.ts";

const second = 1_000;
const hour = 3_600 * second;
/** The beginning of each test: the service itself ends by its own clock what the test would end later. */
let now = Date.now();

const place = {
  interaction: "pk_summer",
  activity: "tasting",
  slot_starting_at: formatInstant(slotStart),
  ticket_type: "standard",
};

/** An operation of the house at a moment: its answer, or the reason of its refusal. */
async function at(house: BookingHouse, moment: number, name: string, values: object) {
  const audit = { actor: "shop", now: moment };
  const answer = await operate(house.service.store, name, { ...acme, ...values }, { audit });
  return answer !== null && isRefused<{ why: string }>(answer) ? answer.refused : answer;
}

const hold = (house: BookingHouse, id: string, fields: object = {}, moment = now) =>
  at(house, moment, "makeHold", { ...place, hold: id, ...fields });
const extend = (house: BookingHouse, id: string, seconds: number, moment = now) =>
  at(house, moment, "extendHold", { hold: id, seconds });
const release = (house: BookingHouse, id: string, moment = now) =>
  at(house, moment, "releaseHold", { hold: id });
const show = (house: BookingHouse, id: string, moment = now) =>
  at(house, moment, "showHold", { hold: id });
const book = (house: BookingHouse, who: string, fields: object = {}, moment = now) =>
  at(house, moment, "book", { ...place, external_id: who, ...fields });

const type = (fields: { readonly id: string } & Readonly<Record<string, unknown>>) => ({
  kind: "ticket_type",
  interaction: "pk_summer",
  activity: "tasting",
  display_name: fields.id,
  has_limited_capacity: true,
  ...fields,
});
const campaign = (fields: object) => ({
  ...catalogue.find((line) => "public_key" in line && line.public_key === "pk_summer"),
  ...fields,
});

const taken = async (house: BookingHouse) => (await house.seats()).taken;

describe("a hold", () => {
  beforeEach(() => {
    now = Date.now();
  });

  test("keeps its seats from everybody else, and is the same when it is asked for again", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 3 })]);
    const id = randomUUID();
    const made = await hold(house, id, { tickets: 2, external_id: "ada" });
    assert.deepEqual(made, {
      hold: id,
      account: "acme/production",
      state: "live",
      expires_at: formatInstant(now + 300 * second),
      ...place,
      tickets: 2,
      seconds: 300,
      external_id: "ada",
    });
    assert.equal(await taken(house), 2);
    assert.deepEqual(await hold(house, id, { tickets: 2, external_id: "ada" }, now + 9), made);
    assert.equal(await taken(house), 2);
    for (const other of [{}, { tickets: 2 }, { tickets: 2, external_id: "ada", seconds: 9 }]) {
      assert.equal((await hold(house, id, other)).why, "hold-exists", JSON.stringify(other));
    }
    assert.equal((await hold(house, randomUUID(), { tickets: 2 })).why, "seats-missing");
    assert.equal(await house.tryBook("bob", { tickets: 2 }), "WAITLIST");
    await house.assertLawful();
    // A waitlist stands before a new hold as before a booking.
    const behind = { why: "seats-missing", needs: 1, free: 1, isHeldBack: true } as const;
    assert.deepEqual(await hold(house, randomUUID()), behind);
    assert.equal(
      refusalText(behind, "command"),
      "It needs 1 seat and 1 is free, for which somebody on the waitlist is first: " +
        "wait until that booking has its seats, or is cancelled.",
    );
  });

  test("becomes a booking that has its seats, once", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 1 })]);
    const id = randomUUID();
    await hold(house, id, { external_id: "ada" });
    assert.equal((await book(house, "ada", { tickets: 2, hold: id })).why, "hold-differs");
    assert.equal((await book(house, "eve", { hold: id })).why, "hold-differs");
    assert.equal((await book(house, "ada", { hold: randomUUID() })).why, "unknown-hold");
    // Who joins the waitlist meanwhile was not overtaken.
    assert.equal(await house.tryBook("bob"), "WAITLIST");
    const booking = randomUUID();
    const order = { ...place, external_id: "ada", hold: id, booking };
    const made = await at(house, now + second, "bookAs", order);
    assert.equal(made.booking_status, "CONFIRMED");
    const { hold: usedUp, held_since: since } = made.history[0].details;
    assert.deepEqual([usedUp, since], [id, new Date(now).toISOString()]);
    assert.equal(await taken(house), 1);
    assert.equal((await at(house, now + second, "bookAs", order)).booking_status, "CONFIRMED");
    const used = await book(house, "ada", { hold: id });
    assert.deepEqual([used.why, used.state], ["hold-ended", "booked"]);
    assert.deepEqual((await hold(house, id, { external_id: "ada" })).state, "booked");
    assert.equal((await release(house, id)).why, "hold-ended");
    assert.equal((await show(house, id)).state, "booked");
    assert.equal(await taken(house), 1);
    await house.assertLawful();
  });

  test("ends at its moment and not before, and its seats go to who waits, once", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 1 })], "automatic");
    const id = randomUUID();
    await hold(house, id, { seconds: 60 });
    const first = await house.book("bob");
    assert.equal(await house.status(first), "WAITLIST");
    const end = now + 60 * second;
    assert.equal((await book(house, "eve", {}, end - 1)).booking_status, "WAITLIST");
    assert.equal(await house.status(first), "WAITLIST");
    assert.equal((await show(house, id, end - 1)).state, "live");
    assert.equal((await show(house, id, end)).state, "ended");
    assert.equal((await book(house, "zoe", {}, end)).booking_status, "WAITLIST");
    assert.equal(await house.status(first), "CONFIRMED");
    assert.equal(await taken(house), 1);
    assert.equal((await hold(house, id, { seconds: 60 }, end)).state, "ended");
    await release(house, id, end);
    assert.equal(await taken(house), 1);
    await house.assertLawful();
  });

  test("is booked after its end while seats are free, and never waits in silence", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 1 })]);
    const [one, two] = [randomUUID(), randomUUID()];
    await hold(house, one, { seconds: 1 });
    const late = await book(house, "ada", { hold: one }, now + second);
    assert.equal(late.booking_status, "CONFIRMED");
    await house.setCapacity(2);
    await hold(house, two, { seconds: 1 });
    assert.equal((await book(house, "bob", {}, now + second)).booking_status, "CONFIRMED");
    const full = await book(house, "cem", { hold: two }, now + second);
    assert.deepEqual([full.why, full.state], ["hold-ended", "ended"]);
    assert.equal((await house.door.findBookings({ externalId: "cem", limit: 1 })).length, 0);
    await house.assertLawful();
  });

  test("is released once, and its seats go to who waits", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })], "automatic");
    const [id, other] = [randomUUID(), randomUUID()];
    await hold(house, id);
    await hold(house, other, { seconds: 60 });
    const waiting = await house.book("bob");
    assert.equal(await release(house, id), null);
    assert.equal(await house.status(waiting), "CONFIRMED");
    assert.equal(await release(house, id), null);
    assert.equal(await taken(house), 2);
    assert.equal((await hold(house, id)).state, "released");
    assert.equal((await release(house, randomUUID())).why, "unknown-hold");
    // The slot still knows when the other one ends.
    assert.equal((await book(house, "eve", {}, now + 60 * second)).booking_status, "CONFIRMED");
    await house.assertLawful();
  });

  test("counts within the limits of its ticket type and its contact", async () => {
    await using house = await openBookingHouse([
      slotLine({ capacity: 9 }),
      type({ id: "vip", capacity_per_slot: 2 }),
      type({ id: "one", tickets_per_contact: 1 }),
      type({ id: "entry", has_limited_capacity: false, tickets_per_contact: 1 }),
    ]);
    await hold(house, randomUUID(), { ticket_type: "vip", tickets: 2 });
    assert.equal(await house.tryBook("a", { ticketTypeId: "vip" }), "WAITLIST");
    const again = await hold(house, randomUUID(), { ticket_type: "vip" });
    assert.equal(again.why, "seats-missing");
    for (const ticket_type of ["one", "entry"]) {
      const id = randomUUID();
      await hold(house, id, { ticket_type, external_id: "ada" });
      assert.equal(await house.tryBook("ada", { ticketTypeId: ticket_type }), "over-limit");
      const more = await hold(house, randomUUID(), { ticket_type, external_id: "ada" });
      assert.equal(more.why, "over-limit");
      const booked = await book(house, "ada", { ticket_type, hold: id });
      assert.equal(booked.booking_status, "CONFIRMED");
      // A hold for nobody counts when it is booked.
      const own = randomUUID();
      await hold(house, own, { ticket_type });
      assert.equal((await book(house, "ada", { ticket_type, hold: own })).why, "over-limit");
      assert.equal((await show(house, own)).state, "live");
    }
    await house.assertLawful();
  });

  test("obeys the clock when it is made and extended, and is booked whatever the clock says", async () => {
    // To come: the service itself ends what has ended by its own clock.
    const closes = slotStart - hour;
    const start = slotStart;
    await using house = await openBookingHouse([
      slotLine({ capacity: 9, starting_at: formatInstant(start) }),
      type({ id: "early", booking_cutoff_minutes: 60 }),
    ]);
    const soon = { slot_starting_at: formatInstant(start) };
    const early = { ...soon, ticket_type: "early" };
    assert.equal((await hold(house, randomUUID(), early, closes)).why, "booking-closed");
    assert.equal((await hold(house, randomUUID(), soon, start)).why, "slot-has-begun");
    const id = randomUUID();
    const made = await hold(house, id, early, closes - 10 * second);
    assert.deepEqual([made.expires_at, made.cut_by], [formatInstant(closes), "closing"]);
    const longer = await extend(house, id, 3_600, closes - second);
    assert.deepEqual([longer.expires_at, longer.cut_by], [formatInstant(closes), "closing"]);
    const shorter = await extend(house, id, 1, closes - 9 * second);
    assert.deepEqual(
      [shorter.expires_at, shorter.cut_by],
      [formatInstant(closes - 8 * second), undefined],
    );
    await extend(house, id, 60, closes - 9 * second);
    // The rule changes, and the hold keeps its end.
    await house.save(type({ id: "early", booking_cutoff_minutes: 120 }));
    assert.equal((await extend(house, id, 60, closes - 9 * second)).why, "booking-closed");
    const booked = await book(house, "ada", { ...early, hold: id }, closes - 1);
    assert.equal(booked.booking_status, "CONFIRMED");
    const found = await verifyAccount(house.service.store, null);
    assert.ok(!isRefused(found));
    // Its history is of a time to come.
    assert.deepEqual(
      found.violations.map(({ invariant }) => invariant),
      ["dated-in-the-future"],
    );
  });

  test("lives a day at most, however often it is extended", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 1 })]);
    const id = randomUUID();
    await hold(house, id, { seconds: 3_600 });
    for (let passed = hour / 2; passed < 23.5 * hour; passed += hour / 2) {
      await extend(house, id, 3_600, now + passed);
    }
    const last = await extend(house, id, 3_600, now + 23.5 * hour);
    assert.deepEqual([last.expires_at, last.cut_by], [formatInstant(now + 24 * hour), "day"]);
    const ended = await extend(house, id, 60, now + 24 * hour);
    assert.deepEqual([ended.why, ended.state], ["hold-ended", "ended"]);
    assert.equal(await taken(house), 0);
  });

  test("is listed while it is live, by slot, the first to end before the others", async () => {
    await using house = await openBookingHouse([
      slotLine({ capacity: 9 }),
      slotLine({ capacity: 9, starting_at: formatInstant(slotStart + hour) }),
    ]);
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    await hold(house, ids[0] ?? "", { seconds: 90 });
    await hold(house, ids[1] ?? "", { seconds: 60 });
    await hold(house, ids[2] ?? "", { slot_starting_at: formatInstant(slotStart + hour) });
    const { slot_starting_at, interaction, activity } = place;
    const slot = { slot_starting_at, interaction, activity };
    const listed = async (moment: number, values: object) => {
      const { items } = await at(house, moment, "listHolds", values);
      return items.map((each: { hold: string }) => each.hold);
    };
    assert.deepEqual(await listed(now, {}), [ids[1], ids[0], ids[2]]);
    assert.deepEqual(await listed(now + 60 * second, slot), [ids[0]]);
    const page = await at(house, now, "listHolds", { limit: 1 });
    const { next_cursor: cursor } = page;
    assert.deepEqual(await listed(now, { cursor, limit: 1 }), [ids[0]]);
    assert.deepEqual((await at(house, now, "findBookings", {})).items, []);
  });

  test("is told apart from booked seats in its slot, with the first end", async () => {
    await using house = await openBookingHouse([
      slotLine({ capacity: 9 }),
      slotLine({ capacity: 9, starting_at: formatInstant(slotStart + hour) }),
      type({ id: "entry", has_limited_capacity: false }),
    ]);
    const shown = async () => {
      const { items } = await at(house, now, "listSlots", {});
      return items.map(({ taken, held, held_until: until }: Slot) => ({ taken, held, until }));
    };
    const none = { taken: 0, held: 0, until: undefined };
    await book(house, "ada");
    await hold(house, randomUUID(), { ticket_type: "entry" });
    assert.deepEqual(await shown(), [{ ...none, taken: 1 }, none]);
    const id = randomUUID();
    await hold(house, id, { tickets: 3, seconds: 60 });
    await hold(house, randomUUID(), { tickets: 2, seconds: 90 });
    const until = (ms: number) => formatInstant(now + ms);
    assert.deepEqual(await shown(), [{ taken: 6, held: 5, until: until(60 * second) }, none]);
    await release(house, id);
    assert.deepEqual(await shown(), [{ taken: 3, held: 2, until: until(90 * second) }, none]);
  });
});

describe("other acts", () => {
  test("lower no capacity below the seats of holds, and a closed slot ends them", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 3 })]);
    const id = randomUUID();
    await hold(house, id, { tickets: 2 });
    assert.equal(await house.setCapacity(1), "capacity-below-taken");
    const { slot_starting_at: starting_at, interaction, activity } = place;
    const slot = { starting_at, interaction, activity };
    const closed = await at(house, now, "closeSlot", slot);
    assert.deepEqual(closed.cancelled, []);
    assert.equal((await show(house, id)).state, "ended");
    assert.deepEqual(await house.seats(), { capacity: 0, taken: 0, overbookedBy: 0 });
    await house.assertLawful();
  });

  test("keep a ticket type that a live hold has, and forget the hold with its slot", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 3 }), type({ id: "vip" })]);
    const id = randomUUID();
    await hold(house, id, { ticket_type: "vip" });
    const key = { kind: "ticket_type", interaction: "pk_summer", activity: "tasting", id: "vip" };
    const remove = (record: object) => removeFrom(house, record);
    assert.equal(await remove(key), "in-use");
    await release(house, id);
    assert.equal(await remove(key), null);
    const other = randomUUID();
    await hold(house, other);
    const { interaction, activity } = place;
    const slot = { kind: "slot", interaction, activity, host: null, starting_at: slotStart };
    assert.equal(await remove(slot), null);
    assert.equal((await show(house, other)).why, "unknown-hold");
    await house.assertLawful();
  });

  test("follow the contact in a merge, and end with the person who is erased", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 3 })]);
    await house.book("ada");
    await house.book("ben");
    const id = randomUUID();
    await hold(house, id, { external_id: "ada" });
    await at(house, now, "mergeContact", { from: "ada", into: "ben" });
    assert.equal((await show(house, id)).external_id, "ben");
    const audit = { actor: "shop", now };
    const order = { of: { externalId: "ben" }, newExternalId: "erased-1", dryRun: false } as const;
    await house.door.eraseContact(audit, { ...order, upcoming: "keep" });
    assert.equal((await show(house, id)).state, "ended");
    assert.equal(await taken(house), 2);
    await house.assertLawful();
  });

  test("of an import count the seats of holds, and end first what is due", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })]);
    const id = randomUUID();
    await hold(house, id, { tickets: 2 }, now - 300 * second);
    // It is due when the lines come.
    await house.save(slotLine({ capacity: 1 }));
    assert.equal(await taken(house), 0);
    await hold(house, randomUUID(), {});
    await assert.rejects(house.save(slotLine({ capacity: 0 })));
    await house.save(type({ id: "standard", has_limited_capacity: false }));
    assert.equal(await taken(house), 0);
    await house.assertLawful();
    await house.save(type({ id: "standard", has_limited_capacity: true }));
    assert.equal(await taken(house), 1);
    await house.assertLawful();
    await house.save(campaign({ booking_cutoff_minutes: 5 }));
  });
});

async function removeFrom(house: BookingHouse, key: object): Promise<string | null> {
  const order = { key, withUnbooked: false, matches: () => true } as never;
  const answer = await house.door.removeFromCatalogue({ actor: "shop", now }, order);
  return answer === null ? null : answer.refused.why;
}
