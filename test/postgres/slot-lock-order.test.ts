import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AccountStore } from "../../src/store/account-store.ts";
import { bindRows } from "../../src/store/statement.ts";
import { lockBookings } from "../../src/store/write/load.ts";
import { lockNumberedSlots } from "../../src/store/write/slot.ts";
import { holdLocks } from "../harness/hold-locks.ts";
import { openTestEngine } from "../harness/open-engine.ts";
import { until } from "../harness/until.ts";
import { imported, now, startImporting } from "../import/importing.ts";
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

/** What locks all slots of an activity in one transaction. */
const orders: readonly (readonly [string, (account: AccountStore) => Promise<unknown>])[] = [
  [
    "another length",
    (account) =>
      account.changeLength(audit, {
        place: { publicKey: "pk_summer", activityId: "tasting", hostId: null },
        durationInMinutes: 45,
        alsoSlotsFrom: Date.parse(eight),
        timezone: "Europe/Paris",
        dryRun: false,
        amongCampaigns: null,
      }),
  ],
  [
    "a removal",
    (account) =>
      account.removeFromCatalogue(audit, {
        key: { kind: "activity", interaction: "pk_summer", id: "tasting" },
        withUnbooked: true,
        matches: () => true,
      }),
  ],
];

describe("slots of one transaction", () => {
  for (const [name, order] of orders) {
    test(`are locked in the order of their numbers, as a move locks them, by ${name}`, async () => {
      await using importing = await startImporting();
      const [accountId] = importing.accountIds;
      const other = [activity({ id: "other" }), ticketType({ activity: "other" })];
      await imported(importing, [group(), interaction(), activity(), ticketType(), ...other]);
      // The later start has the smaller number.
      await imported(importing, [slot({ starting_at: nine })]);
      await imported(importing, [slot({ starting_at: eight })]);
      await using locks = await holdLocks(importing.databaseUrl);
      const lock = "select from slot where starting_at = $1 for no key update nowait";
      await locks.hold(lock, Date.parse(nine));
      const ordered = order(importing.store.account(accountId));
      await until(async () => (await locks.blocked()) === 1);
      await assert.doesNotReject(locks.hold(lock, Date.parse(eight)));
      await locks.release();
      await ordered;
      const violations = (await importing.store.account(accountId).checkInvariants(now)).violations;
      assert.deepEqual(violations, []);
    });
  }
});

test("bookings and slots of one statement are locked in the order of their keys, not of its input", async () => {
  await using importing = await startImporting();
  const [accountId] = importing.accountIds;
  const slots = [slot({ capacity: 20 }), slot({ starting_at: nine })];
  const bookings = Array.from({ length: 20 }, (_, index) => booking(`b${index}`));
  await imported(importing, [group(), interaction(), activity(), ticketType()]);
  await imported(importing, [...slots, ...bookings]);
  const keysOf = (column: string, table: string) =>
    importing.query(`select ${column} from ${table} order by ${column} desc`) as {
      [column: string]: string | number;
    }[];
  const [ids, numbers] = [keysOf("id", "booking"), keysOf("number", "slot")];
  const engine = openTestEngine(importing.databaseUrl);
  try {
    const locked = await engine.write(async (transaction) => [
      (await lockBookings(transaction, { accountId, ...bindRows(ids) })).map(({ id }) => ({ id })),
      (await lockNumberedSlots(transaction, { accountId, ...bindRows(numbers) })).map(
        ({ number }) => ({ number }),
      ),
    ]);
    assert.deepEqual(locked, [ids.toReversed(), numbers.toReversed()]);
  } finally {
    await engine.close();
  }
});
