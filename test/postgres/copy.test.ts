import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { startService } from "../../src/service/start-service.ts";
import { readSettings } from "../../src/service/settings.ts";
import { call, type Answer } from "../harness/call.ts";
import { breaches, query } from "../harness/database.ts";
import { runCommand } from "../harness/command.ts";
import {
  acmeUatWith,
  acmeWith,
  booking,
  cancelPath,
  fetchPath,
  productionHost,
  uatHost,
} from "../harness/seed.ts";
import { startServerProcess } from "../harness/process.ts";
import { startTestService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { testDatabase } from "../harness/test-database.ts";

const people = ["ann", "bob", "Zoë", "zoe", "nobody"];

describe("booking copy", () => {
  test("moves everything from PostgreSQL into a file and back: every answer is the same", async () => {
    const lines = people.slice(0, -1).flatMap((person, index) =>
      Array.from({ length: 30 }, (_, day) =>
        booking(person, {
          slot_starting_at: `2030-05-${String((day % 27) + 1).padStart(2, "0")}T08:00:00Z`,
          ...(index === 1 && { booking_status: "WAITLIST" }),
          tickets: [{ attendee: { display_name: "Ada" } }, {}],
        }),
      ),
    );
    await using service = await startTestService([
      acmeWith(lines),
      acmeUatWith([booking("ann", { booking: lines[0]?.booking })]),
    ]);
    const tokens = {
      [productionHost]: await service.token(productionHost),
      [uatHost]: await service.token(uatHost),
    };
    const cancelled = await cancel(service.api, lines[1]?.booking, tokens[productionHost]);
    assert.equal(cancelled.status, 200);
    const before = await everyAnswer(service.api, tokens);
    assert.equal(before.filter(({ status }) => status === 200).length, before.length);

    const { databaseUrl, store } = service;
    await store.sessions.begin({ keyHash: "hash", operatorId: "one" }, Date.now());
    await store.account(1 as never).importJobs.add({ id: "one", startedAt: 0, job: {} });
    await service.stop();
    using folder = temporaryFolder();
    await using target = await testDatabase();
    const file = `sqlite:${folder.path}/copy.db`;
    for (const [from, to] of [
      [databaseUrl, file],
      [file, target.url],
    ] as const) {
      const { status, json, err } = await runCommand(to, [
        "copy",
        "--from",
        from,
        "--to",
        to,
        "--json",
      ]);
      assert.equal(status, 0, err);
      assert.equal(json.booking, lines.length + 1);
      assert.equal(json.ticket, lines.length * 2 + 1);
      for (const table of ["operator_session", "import_job"])
        assert.deepEqual(query(to, `select * from ${table}`), []);
      const copy = await startService(
        readSettings({ DATABASE_URL: to, PORT: "0", OPERATOR_PORT: "0", LOG_LEVEL: "silent" }),
      );
      try {
        assert.deepEqual(await everyAnswer(copy.api, tokens), before);
        // The outcome under the caller's key came along, and so did the state that refuses others.
        assert.equal(
          (await cancel(copy.api, lines[1]?.booking, tokens[productionHost])).status,
          200,
        );
        const again = await cancel(copy.api, lines[1]?.booking, tokens[productionHost], "other");
        assert.equal(again.status, 400);
      } finally {
        await copy.close();
      }
      assert.deepEqual(breaches(to), []);
      assert.deepEqual(history(to), history(databaseUrl));
    }
  });

  test("refuses a target that holds an account, and leaves it as it was", async () => {
    await using source = await startTestService([acmeWith([booking("ann")])]);
    await using target = await startTestService([acmeUatWith([booking("bob")])]);
    await source.stop();
    const { status, err } = await runCommand(source.databaseUrl, [
      "copy",
      "--from",
      source.databaseUrl,
      "--to",
      target.databaseUrl,
    ]);
    assert.equal(status, 1);
    assert.match(
      err,
      /^The target holds accounts or an audit log already: name an empty database\.\n$/,
    );
    assert.equal(query(target.databaseUrl, "select * from booking").length, 1);
  });

  test("refuses a source that is served, of either engine, as `restore` does", async () => {
    await using target = await testDatabase();
    using folder = temporaryFolder();
    const file = `sqlite:${folder.path}/source.db`;
    for (const from of [(await testDatabase()).url, file]) {
      const server = await startServerProcess(from);
      const run = () => runCommand(target.url, ["copy", "--from", from, "--to", target.url]);
      const refused = await run();
      assert.equal(refused.status, 1);
      assert.match(refused.err, /^A server, .* runs on the database to copy: stop it first\./);
      await server.kill();
      const { status, err } = await run();
      assert.equal(status, from === file ? 1 : 0, err);
      // The first copy has filled the target: the second gets as far as that.
      if (from === file) assert.match(err, /^The target holds/);
    }
  });

  test("refuses a source without a schema, names wrong URLs and never repeats them", async () => {
    await using empty = await testDatabase();
    await using target = await testDatabase();
    const run = (...words: string[]) => runCommand(empty.url, ["copy", ...words]);
    const older = await run("--from", empty.url, "--to", target.url);
    assert.equal(older.status, 1);
    assert.match(older.err, /older than this program: run `booking migrate` on it first/);
    for (const [from, to, message] of [
      [empty.url, empty.url, /--from and --to are the same database/],
      ["sqlite::memory:", target.url, /--from is a database in memory/],
      ["mysql://u:hunter2@h/db", target.url, /^--from starts with mysql:, but must be/],
    ] as const) {
      const { status, err } = await run("--from", from, "--to", to);
      assert.equal(status, 2);
      assert.match(err, message);
      assert.doesNotMatch(err, /hunter2/);
    }
    assert.equal((await run("--from", empty.url)).status, 2);
    using folder = temporaryFolder();
    const typo = await run("--from", `sqlite:${folder.path}/typo.db`, "--to", target.url);
    assert.equal(typo.status, 1);
    assert.match(typo.err, /^There is no database at .*typo\.db: see --from\.\n$/);
    assert.deepEqual(readdirSync(folder.path), []);
  });
});

function cancel(api: string, id: string | undefined, token: string, key = "key"): Promise<Answer> {
  return call(api, {
    method: "POST",
    path: cancelPath,
    host: productionHost,
    token,
    headers: { "idempotency-key": key },
    body: { booking: id },
  });
}

/** Every page of everybody, on both hosts, with the tokens issued before. */
async function everyAnswer(api: string, tokens: Record<string, string>) {
  const answers: { status: number; text: string }[] = [];
  for (const [host, token] of Object.entries(tokens)) {
    for (const person of people) {
      for (const page of ["page_size=20", "page_size=20&page_number=2", "language=en"]) {
        const path = `${fetchPath}?external_id=${encodeURIComponent(person)}&${page}`;
        const { status, text } = await call(api, { host, path, token });
        answers.push({ status, text });
      }
    }
  }
  return answers;
}

function history(url: string): unknown[] {
  return query(url, "select * from booking_event order by account_id, booking_id, number").map(
    (row) => ({ ...row }),
  );
}
