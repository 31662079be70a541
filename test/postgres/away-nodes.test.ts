import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { startService, type RunningService } from "../../src/service/start-service.ts";
import { readSettings } from "../../src/service/settings.ts";
import { openTestEngine } from "../harness/open-engine.ts";
import { endAllDueSeats } from "../../src/store/holds/end-all-due-seats.ts";
import { readLeases } from "../../src/store/webhooks/lease.ts";
import { call, type Answer } from "../harness/call.ts";
import { startFaultProxy, type FaultProxy } from "../harness/fault-proxy.ts";
import { holdLocks } from "../harness/hold-locks.ts";
import { execute, query } from "../harness/query.ts";
import { acmeWith, booking, cancelPath, catalogue, fetchPath } from "../harness/seed.ts";
import { otherHost, productionHost, withSlots } from "../harness/seed.ts";
import { startTestService, type TestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

/**
 * PostgreSQL that the service takes for a Citus database with a node for each account. The rows of an account in
 * `node_fault` fail as those of a node that the server cannot reach, or hang.
 */
const pretendNodes = `
  set local allow_system_table_mods = on;
  create table pg_catalog.pg_dist_node as
    select 'node' as nodename, id as nodeport, id as groupid, 'primary' as noderole from account;
  create table pg_dist_placement as select id as shardid, id as groupid from account;
  create function get_shard_id_for_distribution_column(text, integer) returns integer
    language sql immutable as 'select $2';
  create table node_fault (account_id integer, kind text);
  create sequence asked_of_booking;
  create sequence asked_of_change_feed;
  create sequence asked_of_request_record;
  create function reach_node(asked integer, what text) returns boolean language plpgsql as $$
    declare fault text := (select kind from node_fault where account_id = asked);
    begin
      if fault is null then return true; end if;
      perform nextval('asked_of_' || what);
      if fault = 'hangs' then perform pg_sleep(60); end if;
      raise 'connection to the remote node failed' using errcode = '08006';
    end $$;
  alter table booking rename to booking_row;
  create view booking as select * from booking_row where reach_node(account_id, 'booking');
  alter table request_record rename to request_record_row;
  create view request_record as
    select * from request_record_row where reach_node(account_id, 'request_record');
  alter table change_feed rename to change_feed_row;
  create view change_feed as
    select id as account_id, 0 as since from account where reach_node(id, 'change_feed');`;

const cancelled = booking("there");

describe("P20 a node of a Citus database", () => {
  let direct: TestService;
  let proxy: FaultProxy;
  const tokens = new Map<string, string>();

  before(async () => {
    direct = await startTestService([
      acmeWith([booking("there"), cancelled]),
      {
        name: { tenant: "other", environment: "production" },
        hosts: [otherHost],
        data: [...catalogue, ...withSlots([booking("there")])],
      },
    ]);
    for (const host of [productionHost, otherHost]) tokens.set(host, await direct.token(host));
    execute(direct.databaseUrl, pretendNodes);
    proxy = await startFaultProxy(direct.databaseUrl);
  });

  afterEach(() => {
    proxy.calm();
    mend();
  });

  after(async () => {
    await proxy[Symbol.asyncDispose]();
    await direct[Symbol.asyncDispose]();
  });

  const start = async () => {
    const service = await startService(
      readSettings({
        DATABASE_URL: proxy.url,
        PORT: "0",
        OPERATOR_PORT: "0",
        LOG_LEVEL: "silent",
        RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
      }),
    );
    return { service, [Symbol.asyncDispose]: () => service.close() };
  };

  const list = ({ api }: RunningService, host: string): Promise<Answer> =>
    call(api, { path: `${fetchPath}?external_id=there`, host, token: tokens.get(host)! });

  /** Under a key, so that a repeated cancel is answered as the first. */
  const cancel = ({ api }: RunningService, host: string): Promise<Answer> =>
    call(api, {
      method: "POST",
      path: cancelPath,
      host,
      token: tokens.get(host)!,
      headers: { "idempotency-key": cancelled.booking },
      body: { booking: cancelled.booking },
    });

  const untilListed = (service: RunningService, host: string) =>
    until(async () => (await list(service, host)).status === 200);

  const fail = (kind: string) =>
    execute(
      direct.databaseUrl,
      `delete from node_fault; insert into node_fault select account_id, '${kind}' from api_host where host = '${productionHost}'`,
    );
  const mend = () => execute(direct.databaseUrl, "delete from node_fault");
  const askedOf = (what: string): number => {
    const [row] = query(
      direct.databaseUrl,
      `select case when is_called then last_value else 0 end as asked from asked_of_${what}`,
    ) as { asked: unknown }[];
    return Number(row!.asked);
  };

  test("is waited for, although new connections take longer than a heartbeat may", async () => {
    let opened = 0;
    proxy.meet(({ connection }) => {
      opened = Math.max(opened, connection);
      return "pass";
    });
    await using started = await start();
    const { service } = started;
    for (const host of tokens.keys()) await untilListed(service, host);
    const known = opened;
    proxy.meet(({ connection }) => (connection > known ? { delayMs: 1_000 } : "pass"));
    await using locks = await holdLocks(direct.databaseUrl);
    await locks.hold("lock table booking_row in access exclusive mode");
    const listed = list(service, productionHost);
    await sleep(2_000);
    await locks.release();
    assert.equal((await listed).status, 200);
  });

  test("that the server cannot reach refuses its accounts, with a heartbeat at a time, and no others", async () => {
    await using started = await start();
    const { service } = started;
    for (const host of tokens.keys()) await untilListed(service, host);
    fail("is gone");
    const lists = 100;
    const before = askedOf("booking");
    for (let count = 0; count < lists; count += 1) {
      assert.equal((await list(service, productionHost)).status, 503);
      assert.equal((await list(service, otherHost)).status, 200);
    }
    const asked = askedOf("booking") - before;
    assert.ok(asked < lists / 10, `${asked} of ${lists} lists were sent`);
    assert.ok(askedOf("change_feed") < lists / 2);
    mend();
    await untilListed(service, productionHost);
  });

  test("that the server cannot reach refuses cancels, with a heartbeat at a time", async () => {
    await using started = await start();
    const { service } = started;
    for (const host of tokens.keys()) await untilListed(service, host);
    fail("is gone");
    const cancels = 50;
    const before = askedOf("booking");
    for (let count = 0; count < cancels; count += 1) {
      assert.equal((await cancel(service, productionHost)).status, 503);
    }
    const asked = askedOf("booking") - before;
    assert.ok(asked < cancels / 2, `${asked} statements of ${cancels} cancels were sent`);
    mend();
    await until(async () => (await cancel(service, productionHost)).status === 200);
  });

  test("that hangs is not asked how many requests it refused", async () => {
    await using started = await start();
    const { service } = started;
    for (const host of tokens.keys()) await untilListed(service, host);
    fail("hangs");
    const before = askedOf("request_record");
    for (const end = performance.now() + 4_000; performance.now() < end; await sleep(50)) {
      assert.equal((await list(service, productionHost)).status, 503);
      assert.equal((await list(service, otherHost)).status, 200);
    }
    assert.equal(askedOf("request_record"), before);
    mend();
    await untilListed(service, productionHost);
  });

  test("that hangs keeps a connection whose statement the server ended, so it is not used again", async () => {
    const engine = openTestEngine(direct.databaseUrl);
    const processes: unknown[] = [];
    const inTransaction = (statements: readonly string[]) =>
      engine.write(async (transaction) => {
        const asked = sql`select pg_backend_pid() as id`;
        processes.push((await asked.execute(transaction)).rows);
        for (const statement of statements) await sql.raw(statement).execute(transaction);
      });
    await inTransaction([]);
    const ended = inTransaction(["set local statement_timeout = 20", "select pg_sleep(5)"]);
    await assert.rejects(ended, /statement timeout/);
    await inTransaction([]);
    await engine.close();
    const [first, then, last] = processes;
    assert.deepEqual(then, first);
    assert.notDeepEqual(last, first);
  });

  test("that hangs while the service starts is left out, until it answers", async () => {
    fail("hangs");
    await using started = await start();
    const { service } = started;
    await untilListed(service, otherHost);
    const before = askedOf("booking");
    // Longer than the server lets a heartbeat wait: its end is no answer of the node.
    for (const end = performance.now() + 5_000; performance.now() < end; await sleep(50)) {
      assert.equal((await list(service, productionHost)).status, 503);
    }
    assert.equal(askedOf("booking"), before);
    mend();
    await untilListed(service, productionHost);
  });
});

/** The tables in which every process looks for what is due, over all accounts. */
const lookedThrough = ["slot", "webhook"].map(
  (table) => `
  create sequence asked_of_${table};
  alter table ${table} rename to ${table}_row;
  create view ${table} as select * from ${table}_row where reach_node(account_id, '${table}');`,
);

test("P20 what is due on the other nodes is found, without asking for each account of one that is away", async () => {
  const service = await startTestService(
    ["acme", "other", "third"].map((tenant) => ({
      name: { tenant, environment: "production" },
      hosts: [`${tenant}.example`],
      data: [...catalogue, ...withSlots([booking("there")])],
    })),
  );
  const { databaseUrl } = service;
  const ids = (await service.store.accounts.list()).map(({ id }) => id);
  await service[Symbol.asyncDispose]();
  const [healthy = 0] = ids;
  const hold = `'00000000-0000-4000-8000-000000000001'`;
  execute(
    databaseUrl,
    `insert into hold
       (account_id, id, slot_number, ticket_type_number, tickets, state, made_at, seconds, asked_until, expires_at)
     select account_id, ${hold}, slot_number, ticket_type_number, 1, 'live', 1, 1, 2, 2
     from booking;
     update slot set taken = taken + 1, next_end_at = 2;
     insert into webhook
     select id, 'hook', '', '', '', 'active', null, 1, 1, '', 0, 1, 1, 0 from account;`,
  );
  execute(databaseUrl, pretendNodes + lookedThrough.join(""));
  execute(
    databaseUrl,
    `insert into node_fault select id, 'is gone' from account where id <> ${healthy}`,
  );
  const engine = openTestEngine(databaseUrl);
  const looks = 20;
  try {
    for (let look = 0; look < looks; look += 1) {
      await assert.rejects(endAllDueSeats(engine, Date.now()));
      const leases = await readLeases(engine);
      assert.deepEqual(
        leases.map(({ accountId }) => accountId),
        [healthy],
      );
    }
  } finally {
    await engine.close();
  }
  const ended = query(databaseUrl, "select account_id from hold where state = 'ended'");
  assert.deepEqual(ended, [{ account_id: healthy }]);
  for (const table of ["slot", "webhook"]) {
    const [row] = query(databaseUrl, `select last_value as asked from asked_of_${table}`);
    const asked = Number(row?.["asked"]);
    assert.ok(asked < looks * 2, `${asked} questions to a node away, in ${looks} looks`);
  }
});
