import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { BookingId } from "../../src/domain/booking.ts";
import { holdLocks } from "../harness/hold-locks.ts";
import { until } from "../harness/until.ts";
import { imported, now, startImporting, uuidOf } from "../import/importing.ts";
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

const audit = { actor: "test", now };
const file = [group(), interaction(), activity(), ticketType(), slot({ capacity: 3 })];

/** Moves the slot while `work` waits for its lock, as a change of its campaign's zone does. */
async function whileSlotMoves<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  await using moving = await holdLocks(databaseUrl);
  const start = Date.parse(nine);
  await moving.hold("update slot set starting_at = $1", start);
  const working = work();
  await until(async () => (await moving.blocked()) === 1);
  await moving.hold("update booking set slot_starting_at = $1", start);
  await moving.release();
  return await working;
}

describe("P6 a slot that begins at another time once its lock is free", () => {
  test("is the one in which a waiting booking is promoted", async () => {
    await using importing = await startImporting();
    const account = importing.store.account(importing.accountIds[0]);
    await imported(importing, [...file, booking("a", { booking_status: "WAITLIST" })]);
    const order = { bookingId: uuidOf("a") as BookingId, overtake: false };
    const promoted = await whileSlotMoves(importing.databaseUrl, () =>
      account.promote(audit, order),
    );
    assert.ok("seatsTaken" in promoted, JSON.stringify(promoted));
    assert.deepEqual((await account.checkInvariants(now)).violations, []);
  });

  test("is the one in which a hold is released", async () => {
    await using importing = await startImporting();
    const account = importing.store.account(importing.accountIds[0]);
    await imported(importing, file);
    const holdId = randomUUID();
    const made = await account.makeHold(audit, {
      holdId,
      place: {
        publicKey: "pk_summer",
        activityId: "tasting",
        hostId: null,
        startingAt: Date.parse(eight),
      },
      ticketTypeId: "standard",
      tickets: 1,
      seconds: 600,
      externalId: null,
      contactId: randomUUID(),
    });
    assert.deepEqual(made, { isNew: true });
    const released = await whileSlotMoves(importing.databaseUrl, () =>
      account.releaseHold(audit, holdId),
    );
    assert.deepEqual(released, { changed: true });
    assert.deepEqual((await account.checkInvariants(now)).violations, []);
  });
});
