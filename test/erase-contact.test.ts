import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  openBookingHouse,
  slotLine,
  slotStart,
  type BookingHouse,
} from "./harness/booking-house.ts";
import { runCommandHere } from "./harness/command-here.ts";

const account = "acme/production";
const laterStart = slotStart + 3_600_000;
const later = {
  place: { publicKey: "pk_summer", activityId: "tasting", hostId: null, startingAt: laterStart },
};
const twoSlots = [
  slotLine({ capacity: 2 }),
  slotLine({ capacity: 2, starting_at: new Date(laterStart).toISOString() }),
];

function erase({ service }: BookingHouse, who: string, ...words: string[]) {
  const order = ["contact", "erase", account, "--external-id", who, "--upcoming", "cancel"];
  return runCommandHere(service.databaseUrl, [...order, ...words, "--json"]);
}

describe("P6 erasing a contact with bookings to come", () => {
  test("cancels all of them or none: a checked-in attendee refuses the whole, and the dry run too", async () => {
    await using house = await openBookingHouse(twoSlots);
    const booked = [
      await house.book("ann"),
      await house.book("ann", later),
      await house.book("ann", later),
    ] as const;
    const [, arrived] = booked;
    await house.change(arrived, { kind: "check-in", ticket: null });
    for (const words of [["--dry-run"], []]) {
      const { status, json } = await erase(house, "ann", ...words);
      assert.equal(status, 1);
      assert.match(
        json.error.message,
        new RegExp(`^An attendee of booking ${arrived.booking.id} has checked in`),
      );
    }
    for (const each of booked) {
      const { booking, line, history } = await house.look(each);
      assert.equal(booking.status, "CONFIRMED");
      assert.equal(line.external_id, "ann");
      assert.equal(history.length, each === arrived ? 2 : 1);
    }
    await house.change(arrived, { kind: "undo-check-in", ticket: null });
    const counts = { bookings: 3, cancelled: 3 };
    assert.deepEqual((await erase(house, "ann", "--dry-run")).json, { ...counts, dry_run: true });
    assert.deepEqual((await erase(house, "ann")).json, { ...counts, dry_run: false });
    assert.equal(await house.door.findContact({ externalId: "ann" }), null);
    await house.assertLawful();
  });

  test("gives each slot's seats to those who wait, not to its own entries", async () => {
    await using house = await openBookingHouse(twoSlots, "automatic");
    const own = [await house.book("ann", { tickets: 2 }), await house.book("ann", later)];
    await house.book("bob", later);
    own.push(await house.book("ann"), await house.book("ann", later));
    const line = [
      await house.book("cleo", { tickets: 2 }),
      await house.book("dan", later),
      await house.book("eve", later),
    ] as const;
    assert.deepEqual((await erase(house, "ann")).json, {
      bookings: 4,
      cancelled: 4,
      dry_run: false,
    });
    for (const each of own) {
      const { booking, history } = await house.look(each);
      assert.equal(booking.status, "CANCELLED");
      assert.deepEqual(
        history.map(({ kind }) => kind),
        ["booked", "cancelled", "contact-erased"],
      );
    }
    const statuses = [];
    for (const each of line) statuses.push(await house.status(each));
    assert.deepEqual(statuses, ["CONFIRMED", "CONFIRMED", "WAITLIST"]);
    await house.assertLawful();
  });

  test("an entry that holds back others lets them move up although it frees no seat", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })], "automatic");
    await house.book("bob");
    await house.book("ann", { tickets: 2 });
    const behind = await house.book("cleo");
    assert.equal(await house.status(behind), "WAITLIST");
    assert.equal((await erase(house, "ann")).json.cancelled, 1);
    assert.equal(await house.status(behind), "CONFIRMED");
    await house.assertLawful();
  });

  test("a booking of a slot that has begun is not to come", async () => {
    const past = new Date(Date.now() - 3_600_000).toISOString();
    await using house = await openBookingHouse([
      ...twoSlots,
      slotLine({ capacity: 1, starting_at: past }),
    ]);
    const begun = await house.book("ann", {
      place: { ...later.place, startingAt: Date.parse(past) },
      late: true,
    });
    const undecided = ["contact", "erase", account, "--external-id", "ann", "--json"];
    const { json } = await runCommandHere(house.service.databaseUrl, undecided);
    assert.deepEqual(json, { bookings: 1, cancelled: 0, dry_run: false });
    assert.equal(await house.status(begun), "CONFIRMED");
    await house.assertLawful();
  });
});
