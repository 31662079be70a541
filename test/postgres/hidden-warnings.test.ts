import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { useOwnPostgres } from "../harness/own-postgres.ts";
import { acmeWith, booking, cancelPath } from "../harness/seed.ts";
import { startTestService, type TestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

/** A COMMIT whose wait for the standby is cancelled ends with a warning and no error. The role does not want to hear any. */
for (const pooler of ["none", "transaction"]) {
  describe(`PostgreSQL without its standby and its warnings, DATABASE_POOLER=${pooler}`, () => {
    const line = booking("alone");
    let postgres: AsyncDisposable;
    let service: TestService;
    let operator: Client;

    before(async () => {
      postgres = await useOwnPostgres();
      operator = new Client(process.env["TEST_DATABASE_URL"]);
      await operator.connect();
      await operator.query("alter role postgres set client_min_messages = 'error'");
      service = await startTestService([acmeWith([line])], { DATABASE_POOLER: pooler });
    });

    after(async () => {
      await waitFor("");
      await service[Symbol.asyncDispose]();
      await operator.end();
      await postgres[Symbol.asyncDispose]();
    });

    async function waitFor(standby: string): Promise<void> {
      await operator.query(`alter system set synchronous_standby_names = '${standby}'`);
      await operator.query("select pg_reload_conf()");
      const shown = async () =>
        (await operator.query("show synchronous_standby_names")).rows[0]?.synchronous_standby_names;
      await until(async () => (await shown()) === standby);
    }

    test("P3 A35 acknowledges no cancel that the standby may lack", async () => {
      const token = await service.token();
      const cancel = { method: "POST", path: cancelPath, token, body: { booking: line.booking } };
      await waitFor("nobody");
      const cancelling = service.call(cancel);
      const answered = cancelling.then(
        () => true,
        () => true,
      );
      let cancelled = 0;
      while (!(await Promise.race([answered, sleep(20, false)]))) {
        const { rowCount } = await operator.query(
          "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
        );
        cancelled += rowCount ?? 0;
      }
      assert.equal((await cancelling).status, 503);
      assert.ok(cancelled > 0);
      await waitFor("");
      // Made here, and known everywhere now.
      assert.equal((await service.call(cancel)).status, 400);
    });
  });
}
