import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { formatInstant } from "../src/domain/instant.ts";
import {
  openBookingHouse,
  slotLine,
  slotStart,
  type BookingHouse,
} from "./harness/booking-house.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { operate } from "./harness/operate.ts";
import { catalogue } from "./harness/seed.ts";
import { acme, audit } from "./harness/service.ts";
import { acmePath, assertProblem, openDesk } from "./harness/operator-api.ts";

const account = "acme/production";
const slot = formatInstant(slotStart);
const laterStart = slotStart + 7_200_000;
const later = formatInstant(laterStart);
const placeWords = ["--interaction", "pk_summer", "--activity", "tasting", "--slot", slot];
const placeAt = (startingAt: number) => ({
  publicKey: "pk_summer",
  activityId: "tasting",
  hostId: null,
  startingAt,
});

function change(house: BookingHouse, ...more: string[]) {
  const { databaseUrl } = house.service;
  return runCommandHere(databaseUrl, ["slot", "change", account, ...placeWords, ...more, "--json"]);
}

async function slotAt(house: BookingHouse, startingAt: number) {
  const at = { from: startingAt, to: startingAt, hostId: "", limit: 1 };
  const [found] = await house.door.findSlots({
    publicKey: "pk_summer",
    activityId: "tasting",
    ...at,
  });
  return found;
}

describe("a changed slot", () => {
  test("takes its bookings, waitlist and limits to another start and length", async () => {
    await using house = await openBookingHouse([
      slotLine({ capacity: 3, ticket_types: { standard: 3 } }),
    ]);
    const holder = await house.book("ann", { tickets: 3 });
    const waits = await house.book("bob");
    const gone = await house.book("dan", { ticketTypeId: "open" });
    await house.change(gone, { kind: "cancel", ticket: null });
    const ids = [holder, waits].map(({ booking }) => booking.id).toSorted();
    const start = ["--to-slot", later, "--to-length", "90"];

    const byClock = await change(house, "--to-slot", "2031-05-01 12:00", "--dry-run");
    assert.equal(byClock.status, 0, byClock.err);
    const tried = await change(house, ...start, "--dry-run");
    assert.deepEqual(tried.json.moved.toSorted(), ids);
    assert.equal(tried.json.dry_run, true);
    assert.equal(tried.json.slot.starting_at, slot);
    assert.equal((await house.look(holder)).booking.slotStartingAt, slotStart);

    const done = await change(house, ...start, "--reason", "Anna is ill");
    assert.equal(done.status, 0, done.err);
    assert.deepEqual(done.json.moved.toSorted(), ids);
    assert.equal(done.json.slot.starting_at, later);
    assert.equal(done.json.slot.slot_duration_in_minutes, 90);
    assert.equal(done.json.slot.ticket_types.standard.taken, 3);
    assert.equal(await slotAt(house, slotStart), undefined);
    for (const each of [holder, waits, gone]) {
      const { booking, history } = await house.look(each);
      assert.equal(booking.slotStartingAt, laterStart);
      const last = history.at(-1);
      assert.equal(last?.kind, "moved");
      assert.match(
        JSON.stringify(last?.details),
        /"because":"slot-changed","reason":"Anna is ill"/,
      );
    }
    // Who had a seat and who waited still do, since when they did.
    const after = await house.look(waits);
    assert.deepEqual(
      [after.booking.status, after.booking.bookedAt],
      ["WAITLIST", waits.booking.bookedAt],
    );
    const feed = await runCommandHere(house.service.databaseUrl, [
      "changes",
      account,
      "--from-start",
    ]);
    const lines = feed.out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const told = lines.filter(({ reason }) => reason === "Anna is ill");
    assert.deepEqual(told.map(({ change: kind }) => String(kind)).toSorted(), [
      "moved",
      "moved",
      "moved",
      "slot-changed",
    ]);
    assert.deepEqual(told.find(({ change: kind }) => kind === "slot-changed")?.from, {
      host: null,
      starting_at: slot,
    });
    await house.assertLawful();
  });

  test("takes its holds and offers to another host, each with its end", async () => {
    const at = { activity: "workshop", starting_at: slot } as const;
    await using house = await openBookingHouse(
      [slotLine({ ...at, host: "ann", capacity: 3 })],
      "offer",
    );
    const place = { ...placeAt(slotStart), activityId: "workshop", hostId: "ann" };
    const full = await house.book("ann", { place, tickets: 2 });
    const held = randomUUID();
    const { store, databaseUrl } = house.service;
    const ask = (name: string, values: object) =>
      operate(store, name, { ...acme, ...values }, { audit: { actor: "shop", now: Date.now() } });
    const named = { interaction: "pk_summer", activity: "workshop", slot_starting_at: slot };
    const body = { ...named, host: "ann", ticket_type: "standard", tickets: 1, seconds: 3600 };
    const made = await ask("makeHold", { hold: held, ...body });
    const waits = await house.book("bob", { place, tickets: 2 });
    // The two seats that become free are offered to who waits.
    await house.change(full, { kind: "cancel", ticket: null });
    const { offer_ends_at: offerEnds } = await ask("showBooking", { booking: waits.booking.id });
    assert.notEqual(offerEnds, undefined);

    const command = ["slot", "change", account, "--interaction", "pk_summer"];
    const of = ["--activity", "workshop", "--slot", slot, "--host", "ann", "--to-host", "bob"];
    const done = await runCommandHere(databaseUrl, [...command, ...of, "--json"]);
    assert.equal(done.status, 0, done.err);
    assert.deepEqual(done.json.moved, [waits.booking.id]);
    const { host, starting_at: start, taken, held: seats } = done.json.slot;
    assert.deepEqual([host, start, taken, seats], ["bob", slot, 3, 3]);
    assert.deepEqual(await ask("showHold", { hold: held }), {
      ...made,
      host: "bob",
    });
    const after = await ask("showBooking", { booking: waits.booking.id });
    assert.deepEqual([after.host, after.offer_ends_at], ["bob", offerEnds]);
    // Both become bookings where they are now.
    const order = { ...named, host: "bob", ticket_type: "standard", external_id: "eve" };
    const booked = await ask("book", { ...order, hold: held });
    assert.equal(booked.booking_status, "CONFIRMED");
    const accepted = await ask("acceptOffer", { booking: waits.booking.id });
    assert.equal(accepted.booking_status, "CONFIRMED");
    await house.assertLawful();
  });

  test("is refused where one begun is left or entered, or where bookings are, unless they are joined", async () => {
    await using house = await openBookingHouse(
      [slotLine({ capacity: 2 }), slotLine({ starting_at: later, capacity: 4 })],
      "automatic",
    );
    const holder = await house.book("ann", { tickets: 2 });
    const waits = await house.book("bob");
    const there = await house.book("cleo", { place: placeAt(laterStart) });
    const begun = await change(house, "--to-slot", "2020-05-01T08:00:00Z");
    assert.equal(begun.status, 1);
    assert.match(begun.json.error.message, /began at .*: a slot changes.* before its start only/);
    const taken = await change(house, "--to-slot", later);
    assert.match(taken.json.error.message, /has that host and start, and bookings.*--merge/);
    const desk = await openDesk(house.service);
    const path = `${acmePath}/interactions/pk_summer/activities/tasting/slots/${slot}/change`;
    assertProblem(await desk.ask("POST", path, { to_slot: later }), 409, "slot-has-bookings");

    const joined = await change(house, "--to-slot", later, "--merge");
    assert.deepEqual(
      joined.json.moved.toSorted(),
      [holder, waits].map(({ booking }) => booking.id).toSorted(),
    );
    assert.equal(joined.json.slot.capacity, 4);
    // The seat that the two leave free goes to who waited.
    assert.equal(joined.json.slot.taken, 4);
    assert.equal(await house.status(waits), "CONFIRMED");
    assert.equal(await house.status(there), "CONFIRMED");
    await house.assertLawful();
  });

  test("is not joined above the capacity, or with another limit of a ticket type", async () => {
    await using house = await openBookingHouse([
      slotLine({ capacity: 3 }),
      slotLine({ starting_at: later, capacity: 4, ticket_types: { standard: 4 } }),
    ]);
    await house.book("ann", { tickets: 3 });
    await house.book("cleo", { place: placeAt(laterStart), tickets: 2 });
    const crowded = await change(house, "--to-slot", later, "--merge");
    assert.match(crowded.json.error.message, /needs 3 seats and 2 are free/);
    await house.save(slotLine({ starting_at: later, capacity: 9 }));
    const limited = await change(house, "--to-slot", later, "--merge");
    assert.match(limited.json.error.message, /different limits of a ticket type/);
    assert.equal((await slotAt(house, slotStart))?.seats.taken, 3);
    await house.assertLawful();
  });

  test("is shown in a history at the time of the change, not of the booking's status", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 3 })]);
    const booking = randomUUID();
    await house.save({
      kind: "booking",
      booking,
      external_id: "ann",
      interaction: "pk_summer",
      activity: "tasting",
      slot_starting_at: slot,
      ticket_type: "standard",
      booking_status: "CONFIRMED",
      booked_at: "2025-01-02T03:04:05Z",
    });
    assert.equal((await change(house, "--to-slot", later)).status, 0);
    const { out } = await runCommandHere(house.service.databaseUrl, ["show", booking]);
    assert.match(out, /2025-01-02.* imported/);
    assert.doesNotMatch(out, /2025-01-02.* moved/);
  });

  test("is wrong usage where nothing is to change", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 3 })]);
    const { status, json } = await change(house, "--dry-run");
    assert.equal(status, 2);
    assert.equal(json.error.message, "Say what changes: --to-slot, --to-host or --to-length.");
  });

  test("changes its length alone, and moves nobody", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 3 })]);
    const holder = await house.book("ann");
    const done = await change(house, "--to-length", "none");
    assert.deepEqual(done.json.moved, []);
    assert.equal(done.json.slot.slot_duration_in_minutes, null);
    assert.equal((await house.look(holder)).history.length, 1);
    await house.assertLawful();
  });

  test("names the contacts whose limit of a week or a month it passes over", async () => {
    const nextWeek = slotStart + 7 * 86_400_000;
    await using house = await openBookingHouse([
      slotLine({ capacity: 9 }),
      slotLine({ starting_at: formatInstant(nextWeek), capacity: 9 }),
    ]);
    const campaign = catalogue.find(({ kind }: any) => kind === "interaction");
    await house.save({ ...campaign, tickets_per_contact: 2, contact_limit_counts: "week" });
    for (const [who, tickets] of [
      ["ann", 2],
      ["bob", 1],
      ["cleo", 1],
    ] as const) {
      await house.book(who, { tickets });
    }
    await house.book("ann", { place: placeAt(nextWeek) });
    await house.book("bob", { place: placeAt(nextWeek) });
    const hold = {
      hold: randomUUID(),
      interaction: "pk_summer",
      activity: "tasting",
      slot_starting_at: slot,
      ticket_type: "standard",
      external_id: "bob",
      tickets: 1,
      seconds: 3600,
    };
    const { store } = house.service;
    await operate(store, "makeHold", { ...acme, ...hold }, { audit: audit() });
    const to = ["--to-slot", formatInstant(nextWeek + 3_600_000)];
    const passed = ({ passed_limits }: any) =>
      passed_limits.map(({ external_id, live_tickets, limit }: any) => [
        external_id,
        live_tickets,
        limit,
      ]);

    const sameWeek = await change(house, "--to-slot", later, "--dry-run");
    assert.deepEqual(passed(sameWeek.json), []);
    const tried = await change(house, ...to, "--dry-run");
    const expected = [
      ["ann", 3, 2],
      ["bob", 3, 2],
    ];
    assert.deepEqual(passed(tried.json), expected);
    const words = ["slot", "change", account, ...placeWords, ...to, "--dry-run"];
    const { err } = await runCommandHere(house.service.databaseUrl, words);
    assert.match(
      err,
      /The limit of ann would be passed over: The contact has 3 live tickets of the campaign in the week from Monday, 2031-05-05, of 2 at most/,
    );
    const done = await change(house, ...to);
    assert.deepEqual(passed(done.json), expected);
    assert.equal(done.json.moved.length, 3);
    await house.assertLawful();
  });
});
