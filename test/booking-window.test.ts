import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatInstant } from "../src/domain/instant.ts";
import { isRefused } from "../src/domain/refusal.ts";
import { readAccountIds } from "../src/store/read-every-account.ts";
import { nobodyWaitsForAFreeSeat } from "../src/store/invariants/seat-laws.ts";
import { verifyAccount } from "../src/usecases/operator/verify-account.ts";
import { openBookingHouse, slotLine, type BookingHouse } from "./harness/booking-house.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { moveBooking, promoteBooking, type FoundBooking } from "./harness/desk-acts.ts";
import { openTestEngine } from "./harness/open-engine.ts";
import { operate } from "./harness/operate.ts";
import { plant, query } from "./harness/query.ts";
import { booking, catalogue } from "./harness/seed.ts";
import { acme, audit, importLines } from "./harness/service.ts";

type Details = FoundBooking["details"];

const minute = 60_000;
const hour = 60 * minute;
/** On the minute, so that lines and orders name one instant. */
const now = Math.floor(Date.now() / minute) * minute;
const began = now - hour;
const soon = now + hour;

const place = { interaction: "pk_summer", activity: "tasting" };
const early = (fields: object = {}) => ({
  kind: "ticket_type",
  ...place,
  id: "early",
  display_name: "Early bird",
  has_limited_capacity: true,
  ...fields,
});
const at = (startingAt: number) => ({
  place: { publicKey: "pk_summer", activityId: "tasting", hostId: null, startingAt },
});
const slotAt = (startingAt: number, capacity = 1) =>
  slotLine({ capacity, starting_at: formatInstant(startingAt) });
const campaign = (fields: object) => ({
  ...catalogue.find((line) => "public_key" in line && line.public_key === "pk_summer"),
  ...fields,
});

async function detailsOf(house: BookingHouse, details: Details) {
  const { history } = await house.look(details);
  return history.at(-1)?.details as Readonly<Record<string, unknown>>;
}

async function lawsBroken(house: BookingHouse) {
  const found = await verifyAccount(house.service.store, null);
  if (isRefused(found)) assert.fail();
  return found.violations.map(({ invariant }) => invariant);
}

describe("A101 until when a seat is given", () => {
  test("a booking is refused after the start, a cut-off and outside of a window", async () => {
    await using house = await openBookingHouse([
      slotAt(began),
      slotAt(soon, 9),
      early({ bookable_until: formatInstant(now - minute) }),
      early({ id: "next", bookable_from: formatInstant(now + minute * 30) }),
      early({ id: "ahead", booking_cutoff_minutes: 120 }),
      early({ id: "running", booking_cutoff_minutes: -90 }),
    ]);
    assert.equal(await house.tryBook("a", at(began)), "slot-has-begun");
    assert.equal(await house.tryBook("a", { ...at(began), overbook: true }), "slot-has-begun");
    const type = (ticketTypeId: string) => ({ ...at(soon), ticketTypeId });
    assert.equal(await house.tryBook("a", type("early")), "booking-closed");
    assert.equal(await house.tryBook("a", type("next")), "booking-not-open");
    assert.equal(await house.tryBook("a", type("ahead")), "booking-closed");
    assert.equal(await house.tryBook("a", type("standard")), "CONFIRMED");
    const running = { ...at(began), ticketTypeId: "running" };
    const inTime = await house.book("b", running);
    assert.deepEqual(
      (await detailsOf(house, inTime))["bookable_until"],
      formatInstant(began + 90 * minute),
    );
    assert.equal(await house.tryBook("c", running), "seats-missing");
    assert.equal(await house.tryBook("c", { ...running, ticketTypeId: "open" }), "slot-has-begun");
    await house.save(campaign({ booking_cutoff_minutes: 90 }));
    assert.equal(await house.tryBook("a", type("standard")), "booking-closed");
    assert.equal(await house.tryBook("a", type("running")), "CONFIRMED");
    await house.assertLawful();
  });

  test("late gives one on purpose, which is recorded", async () => {
    await using house = await openBookingHouse([
      slotAt(began),
      early({ booking_cutoff_minutes: 240 }),
      slotAt(soon, 2),
    ]);
    const late = await house.book("a", { ...at(began), late: true });
    assert.equal((await detailsOf(house, late))["late"], true);
    const closed = await house.book("b", { ...at(soon), ticketTypeId: "early", late: true });
    const details = await detailsOf(house, closed);
    assert.equal(details["late"], true);
    assert.equal(details["bookable_until"], formatInstant(soon - 4 * hour));
    // In time, nothing is passed over and nothing recorded.
    const inTime = await house.book("c", { ...at(soon), late: true });
    assert.equal((await detailsOf(house, inTime))["late"], undefined);
    // Nobody joins a waitlist with it.
    assert.equal(await house.tryBook("d", { ...at(soon), late: true }), "seats-missing");
    await house.assertLawful();
    query(
      house.service.databaseUrl,
      "update booking_event set details = replace(details, '\"late\":true', '\"late\":false')",
    );
    assert.deepEqual(await lawsBroken(house), ["seat-after-cutoff", "seat-after-cutoff"]);
  });

  test("a move asks the clock of the slot and the type that it enters", async () => {
    await using house = await openBookingHouse([
      slotAt(began),
      slotAt(soon),
      early({ booking_cutoff_minutes: 240 }),
    ]);
    const { store } = house.service;
    const moving = await house.book("a", at(soon));
    const move = async (startingAt: number, more: object = {}) => {
      const request = { bookingId: moving.booking.id, account: acme, startingAt, ...more };
      const moved = await moveBooking(store, audit(), request);
      return isRefused<{ why: string }>(moved) ? moved.refused.why : moved.details.booking.status;
    };
    assert.equal(await move(began), "slot-has-begun");
    assert.equal(await move(soon, { ticketTypeId: "early" }), "booking-closed");
    assert.equal(await move(soon), "CONFIRMED", "which changes nothing");
    assert.equal(await move(began, { late: true }), "CONFIRMED");
    assert.equal((await detailsOf(house, moving))["late"], true);
    assert.equal(await move(soon), "CONFIRMED", "out of a slot that has begun");
    await house.assertLawful();
  });

  test("nobody moves up into a slot that has begun, but by hand and on purpose", async () => {
    await using house = await openBookingHouse([slotAt(began, 2)], "automatic");
    const { store } = house.service;
    const holder = await house.book("a", { ...at(began), late: true, tickets: 2 });
    const lines = ["b", "c"].map((who) =>
      booking(who, {
        slot_starting_at: formatInstant(began),
        booking_status: "WAITLIST",
        booked_at: formatInstant(began - hour),
      }),
    );
    await importLines(store, (await store.accounts.find(acme))?.id ?? assert.fail(), lines);
    const [first, waiting] = await house.door.findBookings({ statuses: ["WAITLIST"], limit: 2 });
    assert.ok(first !== undefined && waiting !== undefined);
    await house.change(holder, { kind: "cancel", ticket: null });
    assert.equal(await house.status(waiting), "WAITLIST");
    await house.setCapacity(3);
    assert.equal(await house.status(waiting), "WAITLIST");
    await house.assertLawful();
    assert.equal(await house.promote(waiting), "slot-has-begun");
    const command = ["waitlist", "promote", "acme/production", "--json"];
    const { json } = await runCommandHere(house.service.databaseUrl, command);
    assert.deepEqual(json, { promoted: [], left: 2, dry_run: false });
    const values = { ...acme, booking: waiting.booking.id };
    const explained = await operate(store, "explainBooking", values, { audit: audit() });
    assert.equal(explained.waitlist.limited_by, "time");
    assert.match(explained.waitlist.why, /the slot began at .* CES?T: nobody moves up any more/);
    // Nobody stands before anybody any more, and nobody joins.
    assert.equal(await house.tryBook("d", { ...at(began), late: true }), "CONFIRMED");
    const order = { bookingId: waiting.booking.id, account: acme, overtake: false, late: true };
    assert.ok(!isRefused(await promoteBooking(store, audit(), order)));
    assert.equal((await detailsOf(house, waiting))["late"], true);
    assert.equal(
      await house.tryBook("e", { ...at(began), late: true, tickets: 2 }),
      "seats-missing",
    );
    await house.assertLawful();
  });

  test("a waitlist moves up whatever the window, and by hand after the cut-off", async () => {
    await using house = await openBookingHouse([slotAt(soon), early()]);
    const holder = await house.book("a", at(soon));
    const waiting = await house.book("b", { ...at(soon), ticketTypeId: "early" });
    await house.save(early({ bookable_until: formatInstant(began), booking_cutoff_minutes: 240 }));
    assert.equal(
      await house.tryBook("c", { ...at(soon), ticketTypeId: "early" }),
      "booking-closed",
    );
    await house.change(holder, { kind: "cancel", ticket: null });
    const command = ["waitlist", "promote", "acme/production", "--dry-run", "--json"];
    const { json } = await runCommandHere(house.service.databaseUrl, command);
    assert.deepEqual(json, { promoted: [waiting.booking.id], left: 0, dry_run: true });
    assert.equal(await house.promote(waiting), "CONFIRMED");
    assert.equal((await detailsOf(house, waiting))["late"], undefined);
    await house.save(campaign({ waitlist_promotion: "automatic" }));
    await house.save(early({ bookable_until: formatInstant(began), booking_cutoff_minutes: null }));
    const next = await house.book("d", at(soon));
    await house.save(early({ id: "standard", bookable_until: formatInstant(began) }));
    await house.change(waiting, { kind: "cancel", ticket: null });
    assert.equal(await house.status(next), "CONFIRMED");
    await house.assertLawful();
  });

  test("who waits for a closed type is passed by others, and moves up when it is open again", async () => {
    await using house = await openBookingHouse([slotAt(soon), early()], "automatic");
    const holder = await house.book("a", at(soon));
    const first = await house.book("b", { ...at(soon), ticketTypeId: "early" });
    const second = await house.book("c", at(soon));
    const third = await house.book("d", at(soon));
    await house.save(early({ booking_cutoff_minutes: 240 }));
    await house.change(holder, { kind: "cancel", ticket: null });
    assert.equal(await house.status(first), "WAITLIST");
    assert.equal(await house.status(second), "CONFIRMED");
    assert.deepEqual((await detailsOf(house, second))["passed"], [{ closed: "early" }]);
    await house.assertLawful();
    await house.change(second, { kind: "cancel", ticket: null });
    await house.change(await house.look(third), { kind: "cancel", ticket: null });
    assert.equal(await house.status(first), "WAITLIST");
    // A new booking of an open type waits for nobody.
    const newcomer = await house.book("e", at(soon));
    assert.equal(newcomer.booking.status, "CONFIRMED");
    await house.assertLawful();
    await house.change(newcomer, { kind: "cancel", ticket: null });
    await house.save(early({ booking_cutoff_minutes: null }));
    assert.equal(await house.status(first), "CONFIRMED");
    await house.assertLawful();
  });

  test("an earlier cut-off of the campaign closes, and a later one lets the waitlist move up", async () => {
    await using house = await openBookingHouse([slotAt(soon)], "automatic");
    const holder = await house.book("a", at(soon));
    const waiting = await house.book("b", at(soon));
    const automatic = { waitlist_promotion: "automatic" };
    await house.save(campaign({ ...automatic, booking_cutoff_minutes: 240 }));
    await house.change(holder, { kind: "cancel", ticket: null });
    assert.equal(await house.status(waiting), "WAITLIST");
    await house.assertLawful();
    await house.save(campaign({ ...automatic, booking_cutoff_minutes: 5 }));
    assert.equal(await house.status(waiting), "CONFIRMED");
    await house.assertLawful();
  });

  test("a seat that frees while the laws are looked at, after the last moment, is nobody's", async () => {
    for (const [terms, until] of [
      [{}, soon],
      [{ booking_cutoff_minutes: 10 }, soon - 10 * minute],
      [{ booking_cutoff_minutes: -10 }, soon],
    ] as const) {
      await using house = await openBookingHouse([slotAt(soon)]);
      await house.save(campaign(terms));
      const holder = await house.book("a", at(soon));
      await house.book("b", at(soon));
      await house.change(holder, { kind: "cancel", ticket: null });
      const { databaseUrl } = house.service;
      plant(databaseUrl, "update interaction set waitlist_promotion = 'automatic'");
      const engine = openTestEngine(databaseUrl);
      const [account] = await readAccountIds(engine.reads);
      const find = (seenBy: number) => {
        const look = { limit: 9, now, clock: () => seenBy, servedUntil: now };
        return nobodyWaitsForAFreeSeat.find(engine.reads, account!, look);
      };
      assert.equal((await find(until - 1)).length, 1);
      assert.deepEqual(await find(until), []);
      await engine.close();
    }
  });

  test("a cut-off and a reminder may be as long as their fields allow", async () => {
    await using house = await openBookingHouse([slotAt(soon)], "automatic");
    const holder = await house.book("a", at(soon));
    const waiting = await house.book("b", at(soon));
    const longest = { booking_cutoff_minutes: 525_600, reminder_minutes: [43_200] };
    await house.save(campaign({ waitlist_promotion: "automatic", ...longest }));
    await house.save(slotAt(soon + hour));
    await house.change(holder, { kind: "cancel", ticket: null });
    assert.equal(await house.status(waiting), "WAITLIST");
    await house.assertLawful();
  });

  test("slots tell what is bookable, to a key that may book", async () => {
    await using house = await openBookingHouse([
      slotAt(began),
      slotAt(soon),
      early({ bookable_from: formatInstant(now + 30 * minute), booking_cutoff_minutes: 10 }),
    ]);
    const { items } = await operate(
      house.service.store,
      "listSlots",
      { ...acme },
      { audit: audit() },
    );
    const [past, coming] = items.map((slot: any) => slot.availability);
    assert.deepEqual(past.standard, {
      bookable: false,
      why: "slot-has-begun",
      until: formatInstant(began),
    });
    assert.deepEqual(coming.standard, { bookable: true, until: formatInstant(soon) });
    assert.deepEqual(coming.early, {
      bookable: false,
      why: "booking-not-open",
      from: formatInstant(now + 30 * minute),
      until: formatInstant(soon - 10 * minute),
    });
    const command = ["slot", "list", "acme/production"];
    const { out } = await runCommandHere(house.service.databaseUrl, command);
    assert.match(out, /NOT BOOKABLE/);
    assert.match(out, /begun/);
    assert.match(out, /early before /);
  });

  test("a window that ends before it begins is a bad line", async () => {
    await using house = await openBookingHouse([slotAt(soon)]);
    const line = early({ bookable_from: formatInstant(soon), bookable_until: formatInstant(soon) });
    await assert.rejects(house.save(line), /bookable_until/);
  });

  test("an import brings what another system gave, whenever it did", async () => {
    await using house = await openBookingHouse([slotAt(began)]);
    const line = booking("x", {
      slot_starting_at: formatInstant(began),
      booked_at: formatInstant(now),
    });
    await importLines(
      house.service.store,
      (await house.service.store.accounts.find(acme))?.id ?? assert.fail(),
      [line],
    );
    await house.assertLawful();
  });
});
