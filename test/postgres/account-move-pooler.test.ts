import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { openPostgres } from "../../src/store/postgres/open.ts";
import { call } from "../harness/call.ts";
import { runCommand } from "../harness/command.ts";
import { breaches, query } from "../harness/database.ts";
import { hasPgBouncer, startPgBouncer } from "../harness/pgbouncer.ts";
import { execute } from "../harness/query.ts";
import { acmeWith, booking, cancelPath, fetchPath } from "../harness/seed.ts";
import { startTestService, type TestAccount } from "../harness/service.ts";
import { migratedDatabase } from "../harness/test-database.ts";
import { until } from "../harness/until.ts";

const skip = !hasPgBouncer && "no pgbouncer";

test(
  "booking account move works where PgBouncer lends transactions, for servers and the command",
  { skip },
  async () => {
    await using pooler = await startPgBouncer(process.env["TEST_DATABASE_URL"] ?? "");
    const lines = Array.from({ length: 700 }, (_, index) => booking(`person ${index % 7}`));
    await using source = await startBehind(pooler.through, [acmeWith(lines)]);
    await using target = await startBehind(pooler.through, []);
    const token = await source.token();
    const list = (cell: typeof source) =>
      call(cell.api, { path: `${fetchPath}?external_id=person%203`, token });
    const cancel = (cell: typeof source, index: number) =>
      call(cell.api, {
        method: "POST",
        path: cancelPath,
        token,
        headers: { "idempotency-key": `${index}` },
        body: { booking: lines[index]?.booking },
      });
    const move = (...words: string[]) =>
      runCommand(
        source.databaseUrl,
        [
          "account",
          "move",
          "acme/production",
          "--from",
          source.databaseUrl,
          "--to",
          target.databaseUrl,
          ...words,
        ],
        { environment: { DATABASE_POOLER: "transaction" } },
      );
    const moving = move();
    const state = { isOver: false };
    void moving.finally(() => (state.isOver = true));
    const acknowledged: string[] = [];
    for (let index = 0; !state.isOver && index < lines.length; index += 1) {
      const { status, text } = await cancel(source, index);
      if (status === 200) acknowledged.push(lines[index]!.booking);
      else assert.equal(status, 503, text);
    }
    const moved = await moving;
    assert.equal(moved.status, 0, moved.err);
    await until(async () => (await list(target)).status === 200);
    assert.equal((await list(source)).status, 503);
    assert.equal((await cancel(target, 0)).status, 200, "its key is known");
    const finished = await move("--finish");
    assert.equal(finished.status, 0, finished.err);
    const events = query(
      target.direct,
      "select booking_id from booking_event where kind = 'cancelled'",
    );
    assert.deepEqual(
      events.map((event) => String(event["booking_id"])).toSorted(),
      acknowledged.toSorted(),
    );
    for (const { direct } of [source, target]) {
      assert.deepEqual(breaches(direct), []);
      assert.deepEqual(query(direct, "select account from account_move"), []);
    }
  },
);

test("a command's transactions behind a pooler outlast the role's limits", async () => {
  await using database = await migratedDatabase();
  const name = new URL(database.url).pathname.slice(1);
  execute(database.url, `alter database ${name} set statement_timeout = '1s'`);
  const engine = openPostgres(database.url, {
    observe: () => {},
    timeouts: "task",
    poolSize: 2,
    pooler: true,
    rowSecurity: false,
  });
  try {
    await engine.write((transaction) => sql`select pg_sleep(1.2)`.execute(transaction));
  } finally {
    await engine.close();
  }
});

/** A service behind the pooler, on a database with the limits that `docs/scaling.md` sets on the role. */
async function startBehind(through: (url: string) => string, accounts: readonly TestAccount[]) {
  await using opened = new AsyncDisposableStack();
  const { url: direct } = opened.use(await migratedDatabase());
  const name = new URL(direct).pathname.slice(1);
  for (const limit of [
    "statement_timeout = '4s'",
    "lock_timeout = '3500ms'",
    "idle_in_transaction_session_timeout = '3s'",
    "synchronous_commit = 'on'",
  ]) {
    execute(direct, `alter database ${name} set ${limit}`);
  }
  const settings = { DATABASE_URL: through(direct), DATABASE_POOLER: "transaction" };
  const service = opened.use(await startTestService(accounts, settings));
  const all = opened.move();
  return { ...service, direct, [Symbol.asyncDispose]: () => all.disposeAsync() };
}
