import assert from "node:assert/strict";
import { test } from "node:test";
import { openBookingHouse, slotLine } from "../harness/booking-house.ts";
import { holdLocks } from "../harness/hold-locks.ts";
import { useOwnPostgres } from "../harness/own-postgres.ts";
import { audit } from "../harness/service.ts";
import { until } from "../harness/until.ts";

test("two contacts that give each other bookings lock both in one order", async () => {
  await using _ = await useOwnPostgres();
  await using house = await openBookingHouse([slotLine({ capacity: 9 })]);
  const who = ["ann", "bob"] as const;
  const booked = [await house.book("ann"), await house.book("bob")];
  const contacts = await Promise.all(
    who.map(async (externalId) => (await house.door.findContact({ externalId })) ?? assert.fail()),
  );
  const [first, second] = contacts.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const url = house.service.databaseUrl;
  await using locks = await holdLocks(url);
  const lock = "select from contact where account_id = $1 and id = $2 for no key update";
  const { id: account } = (await house.service.store.accounts.find({
    tenant: "acme",
    environment: "production",
  })) ?? { id: 0 };
  await locks.hold(lock, account, first?.id);
  const changes = booked.map(({ booking }, index) =>
    house.door.changeDetails(audit(), {
      bookingId: booking.id,
      attendees: [],
      contact: { externalId: who[1 - index] ?? "", newId: "00000000-0000-4000-8000-000000000009" },
      shopData: {},
      overLimit: false,
    }),
  );
  await until(async () => (await locks.waiting()) === 2);
  // Nobody has the second, so that nobody waits in a circle for it.
  await using others = await holdLocks(url);
  await others.hold(`${lock} nowait`, account, second?.id);
  await others.release();
  await locks.release();
  assert.deepEqual(await Promise.all(changes), [{ changed: true }, { changed: true }]);
  await house.assertLawful();
});
