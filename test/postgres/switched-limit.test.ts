import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { BookingId } from "../../src/domain/booking.ts";
import type { AccountStore } from "../../src/store/account-store.ts";
import { openStore } from "../../src/store/store.ts";
import { cancelBooking } from "../../src/usecases/cancel-booking.ts";
import { holdLocks } from "../harness/hold-locks.ts";
import { until } from "../harness/until.ts";
import { imported, now, startImporting, uuidOf } from "../import/importing.ts";
import { activity, booking, eight, group, interaction, slot, ticketType } from "../import/lines.ts";

const unlimited = ticketType({ has_limited_capacity: false });
const limited = ticketType({ has_limited_capacity: true });
const file = [group(), interaction(), activity(), slot({ capacity: 3 })];
const audit = { actor: "test", now };

const idOf = (name: string) => uuidOf(name) as BookingId;
const place = {
  publicKey: "pk_summer",
  activityId: "tasting",
  hostId: null,
  startingAt: Date.parse(eight),
};

function book(account: AccountStore, name: string): Promise<object> {
  return account.book(audit, {
    place,
    ticketTypeId: "standard",
    externalId: `CUST-${name}`,
    attendees: [null],
    overbook: false,
    bookingId: idOf(name),
    contactId: randomUUID(),
  });
}

function cancel(account: AccountStore, name: string): Promise<object> {
  const order = { clientId: "test", requestId: "test", idempotencyKey: null };
  return cancelBooking(account, { ...order, bookingId: idOf(name) }, now);
}

async function violations(account: AccountStore): Promise<readonly object[]> {
  return (await account.checkInvariants(now)).violations;
}

/** What gives the booking "late" a place among the seats of the switched type. */
const ways: readonly (readonly [string, (account: AccountStore) => Promise<object>])[] = [
  ["made", (account) => book(account, "late")],
  ["promoted", (account) => account.promote(audit, { bookingId: idOf("late"), overtake: false })],
  [
    "moved from another ticket type",
    (account) =>
      account.moveBooking(audit, { bookingId: idOf("late"), to: place, ticketTypeId: "standard" }),
  ],
];

/** The booking before that. */
const lateBefore = (way: string): object[] => {
  if (way === "made") return [];
  if (way === "promoted") return [booking("late", { booking_status: "WAITLIST" })];
  return [booking("late", { ticket_type: "other" })];
};

describe("P6 an import that changes whether a ticket type is limited", () => {
  for (const [before, after] of [
    [unlimited, limited],
    [limited, unlimited],
  ] as const) {
    const becomes = after === limited ? "limited" : "unlimited";

    test(`counts the seats as a cancel beside it leaves them, becoming ${becomes}`, async () => {
      await using importing = await startImporting();
      const [accountId] = importing.accountIds;
      await imported(importing, [...file, before, booking("a"), booking("b")]);
      const elsewhere = openStore(importing.databaseUrl, { timeouts: "request" });
      await using locks = await holdLocks(importing.databaseUrl);
      try {
        await locks.hold("select from booking where id = $1 for no key update", idOf("a"));
        const cancelling = cancel(elsewhere.account(accountId), "a");
        await until(async () => (await locks.waiting()) === 1);
        let importIsDone = false;
        const switching = importing.import([...file, after]).finally(() => (importIsDone = true));
        await until(async () => importIsDone || (await locks.waiting()) === 2);
        await locks.release();
        assert.deepEqual(await cancelling, { changed: true });
        assert.ok(!("errors" in (await switching)));
        assert.deepEqual(await violations(importing.store.account(accountId)), []);
      } finally {
        await elsewhere.close();
      }
    });

    for (const [way, change] of ways) {
      test(`counts a booking that is ${way} beside it, becoming ${becomes}`, async () => {
        await using importing = await startImporting();
        const account = importing.store.account(importing.accountIds[0]);
        const other = ticketType({ id: "other", has_limited_capacity: false });
        await imported(importing, [...file, before, other, booking("a"), ...lateBefore(way)]);
        await using locks = await holdLocks(importing.databaseUrl);
        // The import has counted the seats when it writes the ticket type.
        await locks.hold("select from ticket_type where id = 'standard' for share");
        const switching = importing.import([...file, after]);
        await until(async () => (await locks.blocked()) === 1);
        let isChanged = false;
        const changing = change(account).finally(() => (isChanged = true));
        await until(async () => isChanged || (await locks.waiting()) === 2);
        await locks.release();
        assert.ok(!("errors" in (await switching)));
        await changing;
        assert.deepEqual(await violations(account), []);
        assert.deepEqual(await cancel(account, "late"), { changed: true });
        assert.deepEqual(await violations(account), []);
      });
    }
  }

  test("locks its slots in the order of every transaction, those of other activities too", async () => {
    await using importing = await startImporting();
    const account = importing.store.account(importing.accountIds[0]);
    const others = ["another", "third"].map((id) => activity({ id, title: {} }));
    const beside = (capacity: number) =>
      ["another", "third"].map((id) => slot({ activity: id, capacity }));
    await imported(importing, [...file, ...others, ...beside(1), unlimited, booking("a")]);
    for (const [earlier, later] of [
      ["another", "tasting"],
      ["tasting", "third"],
    ]) {
      await using locks = await holdLocks(importing.databaseUrl);
      const hold = "select from slot where activity_id = $1 for no key update";
      await locks.hold(hold, earlier);
      const type = earlier === "another" ? limited : unlimited;
      const switching = importing.import([...beside(earlier === "another" ? 2 : 3), type]);
      await until(async () => (await locks.blocked()) === 1);
      await locks.hold(`${hold} nowait`, later);
      await locks.release();
      assert.ok(!("errors" in (await switching)));
    }
    assert.deepEqual(await violations(account), []);
  });

  test("holds no slot while it waits for a booking that was made before its slot was locked", async () => {
    await using importing = await startImporting();
    const account = importing.store.account(importing.accountIds[0]);
    await imported(importing, [...file, unlimited, booking("a")]);
    await using first = await holdLocks(importing.databaseUrl);
    await using second = await holdLocks(importing.databaseUrl);
    await first.hold("select from booking where id = $1 for no key update", idOf("a"));
    const switching = importing.import([...file, limited]);
    await until(async () => (await first.blocked()) === 1);
    await book(account, "b");
    // As a cancel does, which waits for the slot after that.
    await second.hold("select from booking where id = $1 for no key update", idOf("b"));
    await first.release();
    await until(async () => (await second.blocked()) === 1);
    await second.hold("select from slot for no key update nowait");
    await second.release();
    assert.ok(!("errors" in (await switching)));
    assert.deepEqual(importing.query("select taken from slot"), [{ taken: 2 }]);
    assert.deepEqual(await violations(account), []);
  });
});
