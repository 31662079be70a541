import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatInstant } from "../../src/domain/instant.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import { closeSlot } from "../harness/desk-acts.ts";
import {
  openBookingHouse,
  slotLine,
  slotStart,
  type BookingHouse,
} from "../harness/booking-house.ts";
import { holdLocks } from "../harness/hold-locks.ts";
import { booking } from "../harness/seed.ts";
import { acme, audit } from "../harness/service.ts";
import { until } from "../harness/until.ts";

const place = {
  publicKey: "pk_summer",
  activityId: "tasting",
  hostId: null,
  startingAt: slotStart,
};

/** Closes the slot; the cancelled bookings, or the reason of the refusal. */
async function close(house: BookingHouse) {
  const order = { place, reason: null, dryRun: false, evenIfCheckedIn: false };
  const closed = await closeSlot(house.service.store, audit(), acme, order);
  return isRefused<{ why: string }>(closed) ? closed.refused.why : closed.cancelled;
}

describe("P7 a closing takes effect at one instant, although it", () => {
  test("waits for the slot behind a booking that gets a seat", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })]);
    await using slot = await holdLocks(house.service.databaseUrl);
    await slot.hold("select from slot for update");
    // They get the slot's lock in the order in which they asked for it, as long as none changes its row.
    const early = house.book("ann", { ticketTypeId: "open" });
    await until(async () => (await slot.waiting()) === 1);
    const closing = close(house);
    await until(async () => (await slot.waiting()) === 2);
    // It asked before the closing had the slot.
    const late = house.tryBook("bob", { ticketTypeId: "open" });
    await until(async () => (await slot.waiting()) === 3);
    await slot.release();
    assert.deepEqual(await closing, [(await early).booking.id]);
    assert.equal(await late, "booking-closed");
    assert.deepEqual(await close(house), []);
    await house.assertLawful();
  });

  test("finds such a booking locked by somebody who may wait for the slot", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 0 })]);
    const ann = await house.book("ann");
    await house.setCapacity(2);
    const { databaseUrl } = house.service;
    await using history = await holdLocks(databaseUrl);
    await using slot = await holdLocks(databaseUrl);
    await using desk = await holdLocks(databaseUrl);
    await history.hold("lock table booking_event in share row exclusive mode");
    const promoting = house.promote(ann);
    await until(async () => (await history.waiting()) === 1);
    // It has the slot before the closing does, so that the desk has Ann's booking by then.
    const between = slot.hold("select from slot for update");
    await until(async () => (await history.waiting()) === 2);
    const closing = close(house);
    await until(async () => (await history.waiting()) === 3);
    const late = house.book("bob");
    await until(async () => (await history.waiting()) === 4);
    const locking = desk.hold("select from booking where id = $1 for update", ann.booking.id);
    await until(async () => (await history.waiting()) === 5);
    await history.release();
    await Promise.all([between, locking]);
    await slot.release();
    assert.equal(await promoting, "CONFIRMED");
    // The closing lets go of the slot and waits for Ann's booking, so that Bob gets the other seat.
    const bob = await late;
    assert.equal(bob.booking.status, "CONFIRMED");
    await until(async () => (await desk.blocked()) === 1);
    await desk.release();
    const cancelled = await closing;
    assert.ok(typeof cancelled !== "string");
    assert.deepEqual(cancelled.toSorted(), [ann.booking.id, bob.booking.id].toSorted());
    assert.deepEqual(await house.seats(), { capacity: 0, taken: 0, overbookedBy: 0 });
    await house.assertLawful();
  });

  test("writes before an import that adds a booking without a seat, which waits for the slot", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })]);
    const ann = await house.book("ann");
    const { databaseUrl } = house.service;
    await using tickets = await holdLocks(databaseUrl);
    await tickets.hold("select from ticket for update");
    const closing = close(house);
    await until(async () => (await tickets.blocked()) === 1);
    const starting = formatInstant(slotStart);
    const ike = booking("ike", { slot_starting_at: starting, ticket_type: "open" });
    const saving = house.save(ike);
    await until(async () => (await tickets.waiting()) === 2);
    const late = house.tryBook("bob");
    await until(async () => (await tickets.waiting()) === 3);
    await tickets.release();
    assert.deepEqual(await closing, [ann.booking.id]);
    await saving;
    assert.equal(await late, "booking-closed");
    assert.deepEqual(await close(house), [ike.booking]);
    await house.assertLawful();
  });
});
