import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatInstant } from "../src/domain/instant.ts";
import { isRefused } from "../src/domain/refusal.ts";
import { closedPerTransaction, type ClosingOrder } from "../src/store/slots/close-slot.ts";
import { closeSlot, eraseContact } from "./harness/desk-acts.ts";
import {
  openBookingHouse,
  slotLine,
  slotStart,
  type BookingHouse,
} from "./harness/booking-house.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { acmePath, openDesk } from "./harness/operator-api.ts";
import { booking } from "./harness/seed.ts";
import { acme, audit, importLines } from "./harness/service.ts";
import { summerCampaign } from "./harness/summer-campaign.ts";

const place = {
  publicKey: "pk_summer",
  activityId: "tasting",
  hostId: null,
  startingAt: slotStart,
};
const slot = formatInstant(slotStart);
const all = { kind: "cancel", ticket: null } as const;

async function close(house: BookingHouse, order: Partial<ClosingOrder> = {}) {
  const whole = { place, reason: null, dryRun: false, evenIfCheckedIn: false, ...order };
  const closed = await closeSlot(house.service.store, audit(), acme, whole);
  return isRefused<{ why: string }>(closed) ? closed.refused.why : closed.cancelled.toSorted();
}

describe("closing a slot", () => {
  test("cancels who has a seat and who waits, promotes nobody, and leaves no seat", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })], "automatic");
    const holders = [await house.book("ann", { tickets: 2 })];
    holders.push(await house.book("open", { ticketTypeId: "open" }));
    holders.push(await house.book("over", { overbook: true }));
    const line = [await house.book("bob"), await house.book("cleo", { tickets: 2 })];
    const gone = await house.book("dan");
    await house.change(gone, all);
    const ids = [...holders, ...line].map((each) => each.booking.id).toSorted();
    assert.deepEqual(await close(house, { dryRun: true }), ids);
    assert.deepEqual(await house.seats(), { capacity: 2, taken: 3, overbookedBy: 1 });
    assert.deepEqual(await close(house, { reason: "The hall is flooded" }), ids);
    assert.deepEqual(await house.seats(), { capacity: 0, taken: 0, overbookedBy: 0 });
    for (const each of [...holders, ...line]) {
      const { booking: now, history } = await house.look(each);
      assert.equal(now.status, "CANCELLED");
      assert.equal(history.length, 2);
      assert.equal(history[1]?.kind, "cancelled");
      assert.match(JSON.stringify(history[1]?.details), /"reason":"The hall is flooded"/);
    }
    assert.equal((await house.look(gone)).history.length, 2);
    // Closed again, it has nothing left to do.
    assert.deepEqual(await close(house), []);
    await house.assertLawful();
  });

  test("is refused where attendees have checked in, unless that is meant", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 3 })]);
    const come = await house.book("ann", { tickets: 2 });
    await house.book("bob");
    await house.change(come, { kind: "check-in", ticket: 2 });
    assert.equal(await close(house), "attendees-checked-in");
    assert.equal(await close(house, { dryRun: true }), "attendees-checked-in");
    assert.deepEqual(await house.seats(), { capacity: 3, taken: 3, overbookedBy: 0 });
    assert.equal((await close(house, { evenIfCheckedIn: true })).length, 2);
    const { booking: now } = await house.look(come);
    assert.equal(now.status, "CANCELLED");
    assert.notEqual(now.tickets[1]?.checkedInAt, null);
    await house.assertLawful();
  });

  test("A37 is not refused for an attendee whose ticket is cancelled", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 3 })]);
    const gone = { cancelled_at: "2025-04-30T08:00:00Z" };
    const attendee = { checked_in_at: "2025-04-30T07:00:00Z" };
    await house.save(
      booking("ann", { slot_starting_at: slot, tickets: [{}, { ...gone, attendee }] }),
    );
    assert.equal((await close(house)).length, 1);
    await house.assertLawful();
  });

  test("A36 is not bound by the campaign's cut-off, and knows only slots that exist", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 1 })]);
    await house.save({
      ...summerCampaign,
      cancellation_cutoff_minutes: 100_000_000,
    });
    const late = await house.book("ann");
    assert.equal(await house.change(late, all), "cancellation-closed");
    assert.equal((await close(house)).length, 1);
    const elsewhere = { ...place, startingAt: slotStart + 60_000 };
    assert.equal(await close(house, { place: elsewhere }), "not-in-catalogue");
    assert.equal(await close(house, { place: elsewhere, dryRun: true }), "not-in-catalogue");
    assert.equal(await close(house, { reason: "a\nb" }), "value-malformed");
    assert.equal(await close(house, { reason: "x".repeat(201) }), "malformed");
  });

  test("takes as many transactions as a large slot needs", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 9_000 })]);
    const { id } = (await house.service.store.accounts.find(acme)) ?? assert.fail();
    const count = closedPerTransaction + 5;
    await importLines(
      house.service.store,
      id,
      Array.from({ length: count }, (_, index) =>
        booking(`guest-${index % 50}`, { slot_starting_at: slot }),
      ),
    );
    const line = await house.book("last", { tickets: 1_000 });
    assert.equal((await close(house)).length, count + 1);
    assert.equal(await house.status(line), "CANCELLED");
    assert.deepEqual(await house.seats(), { capacity: 0, taken: 0, overbookedBy: 0 });
    await house.assertLawful();
  });

  test("P6 keeps every law while others book, cancel, check in and promote", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 6 })], "automatic");
    const some = await Promise.all(["a", "b", "c"].map((who) => house.book(who, { tickets: 2 })));
    const line = await Promise.all(["d", "e", "f", "g"].map((who) => house.book(who)));
    const [first, second, third] = some as [(typeof some)[0], (typeof some)[0], (typeof some)[0]];
    await Promise.all([
      house.change(first, all),
      house.change(second, { kind: "cancel", ticket: 1 }),
      close(house, { evenIfCheckedIn: true }),
      house.change(third, { kind: "check-in", ticket: null }),
      ...line.map((each) => house.promote(each, true)),
      ...line.map((each) => house.change(each, all)),
      house.tryBook("late"),
    ]);
    await close(house, { evenIfCheckedIn: true });
    assert.deepEqual(await house.seats(), { capacity: 0, taken: 0, overbookedBy: 0 });
    for (const each of [...some, ...line]) assert.equal(await house.status(each), "CANCELLED");
    await house.assertLawful();
  });

  test("an erased contact takes the reason along, which may name them", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 1 })]);
    const ann = await house.book("ann");
    await close(house, { reason: "Ann is ill" });
    const contact = await house.door.findContact({ externalId: "ann" });
    const order = { contactId: contact?.id ?? "", upcoming: null };
    assert.deepEqual(await eraseContact(house.service.store, audit(), acme, order), {
      bookings: 1,
      cancelled: 0,
      dry_run: false,
    });
    assert.doesNotMatch(JSON.stringify((await house.look(ann)).history), /Ann is ill/);
  });
});

describe("closing a slot, asked from outside", () => {
  test("over the command line and the operator API says what was cancelled", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 1 })]);
    const ann = await house.book("ann");
    const bob = await house.book("bob");
    const words = ["slot", "close", "acme/production", "--interaction", "pk_summer"];
    const run = (...more: string[]) =>
      runCommandHere(house.service.databaseUrl, [
        ...words,
        "--activity",
        "tasting",
        "--slot",
        slot,
        ...more,
      ]);
    const dry = await run("--dry-run", "--json");
    assert.equal(dry.status, 0, dry.err);
    assert.deepEqual(dry.json, {
      slot: {
        interaction: "pk_summer",
        activity: "tasting",
        starting_at: slot,
        capacity: 1,
        closed: false,
        taken: 1,
        held: 0,
        free: 0,
        overbooked_by: 0,
        waiting_tickets: 1,
        slot_duration_in_minutes: 45,
        ticket_types: {},
        availability: {
          open: { bookable: true, until: slot },
          standard: { bookable: true, until: slot },
        },
      },
      cancelled: [ann.booking.id, bob.booking.id],
      dry_run: true,
    });
    const shown = await run("--dry-run");
    assert.match(
      shown.err,
      /2 bookings of the slot at \d{4}-\d\d-\d\d \d\d:\d\d [A-Z]+ would be cancelled/,
    );
    const [title = "", ...rows] = shown.out.trim().split("\n");
    assert.match(title, /EXTERNAL ID +ATTENDEES +SLOT +STATUS +TICKETS/);
    const who = [ann, bob].map(({ booking }) => booking.id);
    assert.deepEqual(
      rows.map((row) => row.split(" ", 1)[0]),
      who,
    );
    assert.match(rows[0] ?? "", /ann .*CONFIRMED +1$/);
    assert.match(rows[1] ?? "", /bob .*WAITLIST +1$/);
    await house.change(ann, { kind: "check-in", ticket: null });
    const refused = await run();
    assert.equal(refused.status, 1);
    assert.match(refused.err, /1 attendee has checked in: .*--even-if-checked-in/);
    const desk = await openDesk(house.service);
    const path = `${acmePath}/interactions/pk_summer/activities/tasting/slots/${slot}/close`;
    const conflict = await desk.ask("POST", path, { reason: "Storm" });
    assert.equal(conflict.status, 409);
    const wrong = await desk.ask("POST", path, { reason: "a\nb" });
    assert.equal(wrong.status, 400);
    const done = await desk.ask("POST", path, { reason: "Storm", even_if_checked_in: true });
    assert.equal(done.status, 200);
    assert.deepEqual(done.json.cancelled, [ann.booking.id, bob.booking.id]);
    assert.equal(done.json.slot.capacity, 0);
    const told = await run();
    assert.equal(told.err, "The slot is closed: 0 bookings cancelled.\n");
    assert.equal(told.out, "", "no empty line for a program that reads ids");
  });
});
