import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { call, type Answer } from "../harness/call.ts";
import { useOwnPostgres } from "../harness/own-postgres.ts";
import { query } from "../harness/query.ts";
import { acmeWith, booking, cancelPath } from "../harness/seed.ts";
import { startTestService, type TestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

/**
 * A primary that waits for its standby, which is gone: as when it is cut off from the other machines,
 * and the service still reaches it. A COMMIT that waits so is only stopped from outside, for example
 * when the server is about to be a primary no longer; it then shows what no standby has, and what a
 * failover forgets.
 */
describe("PostgreSQL whose standby is gone", () => {
  const lines = Array.from({ length: 3 }, () => booking("alone"));
  const bookings = lines.map((line) => line.booking);
  let postgres: AsyncDisposable;
  let service: TestService;
  let token: string;
  let operator: Client;

  before(async () => {
    postgres = await useOwnPostgres();
    service = await startTestService([acmeWith(lines)]);
    token = await service.token();
    operator = new Client(service.databaseUrl);
    await operator.connect();
    await waitFor("nobody");
  });

  after(async () => {
    await waitFor("");
    await operator.end();
    await service[Symbol.asyncDispose]();
    await postgres[Symbol.asyncDispose]();
  });

  async function waitFor(standby: string): Promise<void> {
    await operator.query(`alter system set synchronous_standby_names = '${standby}'`);
    await operator.query("select pg_reload_conf()");
    const shown = async () =>
      (await operator.query("show synchronous_standby_names")).rows[0]?.synchronous_standby_names;
    await until(async () => (await shown()) === standby);
  }

  /** Past the tests' own look at answers: one that never comes is what is looked for here. */
  const cancel = (id: string, key?: string): Promise<Answer> =>
    call(service.api, {
      method: "POST",
      path: cancelPath,
      token,
      headers: key === undefined ? {} : { "idempotency-key": key },
      body: { booking: id },
    });

  const status = (id: string): unknown =>
    query(service.databaseUrl, `select booking_status from booking where id = '${id}'`)[0]?.[
      "booking_status"
    ];

  const waitingCommits = (): number =>
    query(service.databaseUrl, "select 1 from pg_stat_activity where wait_event = 'SyncRep'")
      .length;

  async function stopWaiting(): Promise<void> {
    await operator.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
    );
    await sleep(50);
  }

  test("P4 a cancel that waited for a lock before is answered 503 before its connection is ended", async () => {
    const id = bookings.pop() ?? assert.fail();
    await operator.query("begin");
    await operator.query("select from booking where id = $1 for update", [id]);
    const cancelling = cancel(id);
    await sleep(2_500);
    await operator.query("rollback");
    assert.equal((await cancelling).status, 503);
  });

  test("B393 a COMMIT goes on waiting when its client is gone, and nobody reads its change", async () => {
    const id = bookings.pop() ?? assert.fail();
    // The cancel before may hold the slot, so that this one does not come to its COMMIT.
    do {
      await stopWaiting();
      assert.equal((await cancel(id)).status, 503);
    } while (waitingCommits() === 0);
    // Longer than the server takes to notice the end of a connection.
    await sleep(3_000);
    assert.ok(waitingCommits() > 0);
    assert.equal(status(id), "CONFIRMED");
    while (status(id) !== "CANCELLED") {
      await stopWaiting();
      await cancel(id);
    }
  });

  test("P3 A35 a cancel that no standby has is acknowledged to nobody, however often its key is sent", async () => {
    const id = bookings.pop() ?? assert.fail();
    while (status(id) !== "CANCELLED") {
      assert.equal((await cancel(id, "one")).status, 503);
      await stopWaiting();
    }
    assert.equal((await cancel(id, "one")).status, 503);
    await waitFor("");
    // The server's processes read the setting one after the other, and a commit may still wait for the standby.
    await until(async () => {
      const answer = await cancel(id, "one");
      assert.ok([200, 503].includes(answer.status), answer.text);
      return answer.status === 200;
    });
  });
});
