import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { BookingId } from "../../src/domain/booking.ts";
import { holdLocks } from "../harness/hold-locks.ts";
import { until } from "../harness/until.ts";
import { imported, now, startImporting, uuidOf, type Importing } from "../import/importing.ts";
import {
  activity,
  booking,
  eight,
  group,
  interaction,
  nine,
  slot,
  ticketType,
} from "../import/lines.ts";

const file = [group(), interaction(), activity(), ticketType(), slot({ capacity: 3 })];
const inLondon = (zone_change: string) => interaction({ timezone: "Europe/London", zone_change });
const holdBooking = "select from booking where id = $1 for no key update";

async function assertMoved(importing: Importing) {
  const account = importing.store.account(importing.accountIds[0]);
  assert.deepEqual(importing.query("select distinct slot_starting_at as at from booking"), [
    { at: Date.parse(nine) },
  ]);
  assert.deepEqual((await account.checkInvariants(now)).violations, []);
}

describe("P6 a campaign that gets another zone and keeps its local time", () => {
  test("holds no slot while it waits for a booking that was made before its slot was locked", async () => {
    await using importing = await startImporting();
    const account = importing.store.account(importing.accountIds[0]);
    await imported(importing, [...file, booking("a")]);
    await using first = await holdLocks(importing.databaseUrl);
    await using second = await holdLocks(importing.databaseUrl);
    await first.hold(holdBooking, uuidOf("a"));
    const moving = importing.import([inLondon("keep_wall_clock")]);
    await until(async () => (await first.blocked()) === 1);
    await account.book(
      { actor: "test", now },
      {
        place: {
          publicKey: "pk_summer",
          activityId: "tasting",
          hostId: null,
          startingAt: Date.parse(eight),
        },
        ticketTypeId: "standard",
        externalId: "CUST-b",
        attendees: [null],
        overbook: false,
        bookingId: uuidOf("b") as BookingId,
        contactId: randomUUID(),
      },
    );
    // As a cancel does, which waits for the slot after that.
    await second.hold(holdBooking, uuidOf("b"));
    await first.release();
    await until(async () => (await second.blocked()) === 1);
    await second.hold("select from slot for no key update nowait");
    await second.release();
    assert.ok(!("errors" in (await moving)));
    await assertMoved(importing);
  });

  test("takes along a cancelled booking that gets another contact meanwhile", async () => {
    await using importing = await startImporting();
    await imported(importing, [
      ...file,
      booking("a"),
      booking("b", { booking_status: "CANCELLED" }),
    ]);
    await using giving = await holdLocks(importing.databaseUrl);
    const owner = "(select contact_number from booking where id = $2)";
    const give = `update booking set contact_number = ${owner} where id = $1`;
    await giving.hold(give, uuidOf("b"), uuidOf("a"));
    const moving = importing.import([inLondon("keep_wall_clock")]);
    await until(async () => (await giving.blocked()) === 1);
    await giving.release();
    assert.ok(!("errors" in (await moving)));
    await assertMoved(importing);
  });
});

test("P6 a campaign that gets another zone and keeps its instants locks its slots in the order of every transaction", async () => {
  await using importing = await startImporting();
  await imported(importing, [...file.slice(0, -1), slot({ starting_at: nine })]);
  await imported(importing, [slot()]);
  await using locks = await holdLocks(importing.databaseUrl);
  const lock = "select from slot where starting_at = $1 for no key update nowait";
  await locks.hold(lock, Date.parse(nine));
  const changing = importing.import([inLondon("keep_instants")]);
  await until(async () => (await locks.blocked()) === 1);
  await locks.hold(lock, Date.parse(eight));
  await locks.release();
  assert.ok(!("errors" in (await changing)));
});
