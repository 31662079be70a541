import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { Client } from "pg";
import { startCluster } from "../../proofs/failover/cluster.ts";
import { parseChangeCursor } from "../../src/domain/change-feed.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import type { AccountStore } from "../../src/store/account-store.ts";
import type { Changes } from "../../src/store/changes/read-changes.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { createAccount } from "../harness/operate.ts";
import { acmeWith, booking, withSlots, catalogue } from "../harness/seed.ts";
import { audit, importLines } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { testDatabase } from "../harness/test-database.ts";

const since = 0;

/** Reads the changes after a cursor, or all; null where the cursor is refused. */
async function read(account: AccountStore, cursor: string | null): Promise<Changes | null> {
  const start = cursor === null ? "start" : (parseChangeCursor(cursor) ?? assert.fail(cursor));
  const changes = await account.readChanges({ start, limit: 100, since });
  return isRefused(changes) ? null : changes;
}

const actsOf = (changes: Changes | null) =>
  changes?.changes.map(({ line }) => ("external_id" in line ? line.external_id : line.kind));

async function makeAccount(store: Store): Promise<AccountStore> {
  await store.migrate(Date.now());
  const { name, hosts } = acmeWith([]);
  const created = await createAccount(store, audit(), name, hosts, []);
  if (isRefused(created)) assert.fail();
  await importLines(store, created.id, [...catalogue, ...withSlots([booking("first")])]);
  return store.account(created.id);
}

/** From here on the standby receives nothing from its primary. */
async function cutOff(standbyUrl: string): Promise<void> {
  const client = new Client(standbyUrl);
  await client.connect();
  await client.query("alter system set primary_conninfo = ''");
  await client.query("select pg_reload_conf()");
  await client.end();
}

describe("B251 a cursor", () => {
  test("of changes that a promoted standby does not have is refused, an earlier one stays valid", async () => {
    await using cluster = await startCluster({ synchronous: false });
    const primary = openStore(cluster.url);
    const account = await makeAccount(primary);
    const { id } = (await primary.accounts.find(acmeWith([]).name)) ?? assert.fail();
    const early = (await read(account, null)) ?? assert.fail();
    assert.deepEqual(actsOf(early), ["first"]);
    await cutOff(cluster.standbyUrl);
    await until(async () => (await cluster.standbyState()) === null);
    await importLines(primary, id, withSlots([booking("lost")]));
    const late = (await read(account, early.cursor)) ?? assert.fail();
    assert.deepEqual(actsOf(late), ["lost"]);
    await primary.close();
    await cluster.promote();

    await using after = new AsyncDisposableStack();
    const promoted = openStore(cluster.standbyUrl);
    after.defer(() => promoted.close());
    const there = promoted.account(id);
    assert.equal(await read(there, late.cursor), null);
    await importLines(promoted, id, withSlots([booking("second")]));
    // The position that the lost change had is that of another change now.
    assert.equal(await read(there, late.cursor), null);
    const next = (await read(there, early.cursor)) ?? assert.fail();
    assert.deepEqual(actsOf(next), ["second"]);
    assert.notEqual(next.cursor, late.cursor);
  });

  test("stays valid for a role that may not read the cluster's identifier", async () => {
    await using database = await testDatabase();
    const role = `feed_role_${randomBytes(4).toString("hex")}`;
    const named = new URL(database.url);
    const admin = new Client(database.url);
    await admin.connect();
    await admin.query(`create role ${role} login password 'secret'`);
    await admin.query(`alter database ${named.pathname.slice(1)} owner to ${role}`);
    await admin.query(`grant all on schema public to ${role}`);
    await admin.query("revoke execute on function pg_control_system() from public");
    named.username = role;
    named.password = "secret";
    const store = openStore(named.href);
    try {
      const account = await makeAccount(store);
      const first = (await read(account, null)) ?? assert.fail();
      assert.deepEqual(actsOf(first), ["first"]);
      assert.deepEqual(actsOf(await read(account, first.cursor)), []);
    } finally {
      await store.close();
      await admin.query(`reassign owned by ${role} to current_user`);
      await admin.query(`drop owned by ${role}`);
      await admin.query(`drop role ${role}`);
      await admin.end();
    }
  });
});
