import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runCommand } from "../harness/command.ts";
import { runCommandHere } from "../harness/command-here.ts";
import { hasPgBouncer, startPgBouncer } from "../harness/pgbouncer.ts";
import { acmeWith, booking, cancelPath } from "../harness/seed.ts";
import { startTestService } from "../harness/service.ts";
import { migratedDatabase } from "../harness/test-database.ts";

const server = process.env["TEST_DATABASE_URL"] ?? "";
const ignoring = {
  ignore_startup_parameters: "statement_timeout, lock_timeout, idle_in_transaction_session_timeout",
};

describe("PgBouncer", { skip: !hasPgBouncer && "no pgbouncer" }, () => {
  async function checkDatabase(url: string, pooler = "none") {
    const { json } = await runCommandHere("", ["doctor", "--json"], {
      env: { DATABASE_URL: url, DATABASE_POOLER: pooler },
    });
    return json.checks.find(({ name }: { name: string }) => name === "database");
  }

  test("that refuses the session's settings is named by every command, with what to set", async () => {
    await using database = await migratedDatabase();
    await using pooler = await startPgBouncer(server);
    const url = pooler.through(database.url);
    for (const words of [["serve"], ["account", "list"], ["doctor"]]) {
      const { status, out, err } = await runCommand(url, words, {
        environment: { PORT: "0", OPERATOR_PORT: "0" },
      });
      assert.equal(status, 1, words[0]);
      assert.match(`${out}${err}`, /A transaction pooler .* set DATABASE_POOLER=transaction\./);
      assert.doesNotMatch(`${out}${err}`, /\n +at /);
    }
  });

  test("in transaction mode is found although it ignores the settings, and in session mode is no fault", async () => {
    await using database = await migratedDatabase();
    for (const [pool_mode, isOk] of [
      ["transaction", false],
      ["session", true],
    ] as const) {
      await using pooler = await startPgBouncer(server, { pool_mode, ...ignoring });
      const { ok, message } = await checkDatabase(pooler.through(database.url));
      assert.equal(ok, isOk, message);
      if (!isOk) assert.match(message, /set DATABASE_POOLER=transaction\./);
    }
  });

  test("in transaction mode serves lists and cancels, and doctor is content", async () => {
    await using pooler = await startPgBouncer(server);
    const line = booking("ann");
    await using direct = await startTestService([]);
    const url = pooler.through(direct.databaseUrl);
    await using service = await startTestService([acmeWith([line])], {
      DATABASE_URL: url,
      DATABASE_POOLER: "transaction",
    });
    const token = await service.token();
    const cancel = { method: "POST", path: cancelPath, token, body: { booking: line.booking } };
    assert.equal((await service.call(cancel)).status, 200);
    assert.equal((await service.call(cancel)).status, 400);
    assert.equal((await checkDatabase(url, "transaction")).ok, true);
  });
});
