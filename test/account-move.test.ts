import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { call } from "./harness/call.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { breaches, query } from "./harness/database.ts";
import { acmePath, openDesk } from "./harness/operator-api.ts";
import { execute } from "./harness/query.ts";
import {
  acmeUatWith,
  acmeWith,
  booking,
  cancelPath,
  fetchPath,
  productionHost,
  uatHost,
} from "./harness/seed.ts";
import { startTestService, type TestService } from "./harness/service.ts";
import { until } from "./harness/until.ts";

const name = "acme/production";

describe("booking account move", () => {
  test("brings everything of one account to another installation, where its tokens stay valid", async () => {
    const lines = Array.from({ length: 30 }, (_, index) => booking(`person ${index % 7}`));
    await using source = await startTestService([acmeWith(lines), acmeUatWith([booking("ann")])]);
    await using target = await startTestService([
      { name: { tenant: "other", environment: "production" }, hosts: ["other.example"] },
    ]);
    const token = await source.token(productionHost);
    const keyed = await cancel(source, lines[1]?.booking, token, "key");
    assert.equal(keyed.status, 200);
    const cursor = await lastCursor(source);
    const listed = await list(source, token, "person 3");
    const exported = await exportOf(source);
    const kept = rowsOf(source);

    const startedAt = performance.now();
    const moved = await move(source, target);
    const tookMs = performance.now() - startedAt;
    assert.equal(moved.status, 0, moved.err);
    assert.equal(moved.json.step, "move");
    // Writes go on before the command's last second and a half, in which both sides forget what they remember.
    assert.ok(moved.json.paused_ms < tookMs - 1_400, `${moved.json.paused_ms} of ${tookMs} ms`);
    assert.deepEqual(await exportOf(target), exported);
    assert.deepEqual(rowsOf(target), kept);
    await until(async () => {
      return (await list(target, token, "person 3")).status === 200;
    });
    assert.equal((await list(target, token, "person 3")).text, listed.text);
    assert.equal((await cancel(target, lines[1]?.booking, token, "key")).status, 200);
    assert.equal((await cancel(target, lines[1]?.booking, token, "other")).status, 400);
    const changes = await runCommandHere(target.databaseUrl, ["changes", name, "--after", cursor]);
    assert.equal(changes.status, 0, changes.err);

    const old = await call(source.api, { host: productionHost, path: fetchPath, token });
    assert.equal(old.status, 503);
    assert.ok(Number(old.headers["retry-after"]) >= 1);
    const refused = await runCommandHere(source.databaseUrl, [
      "cancel",
      String(lines[2]?.booking),
      "--account",
      name,
    ]);
    assert.equal(refused.status, 1);
    assert.match(refused.err, /moving to another installation/);
    for (const words of [
      ["export", name],
      ["contact", "export", name, "--external-id", "person 3"],
    ]) {
      const there = await runCommandHere(source.databaseUrl, words);
      assert.deepEqual([there.status, there.out], [1, ""]);
      assert.match(there.err, /acme\/production has moved .*: run the command there\.$/m);
    }
    const desk = await openDesk(source);
    const contacts = await desk.ask("GET", `${acmePath}/contacts?external_id=person%203`);
    const contact: string = contacts.json.items[0].contact;
    for (const path of ["export", `contacts/${contact}/export`]) {
      const answered = await desk.ask("GET", `${acmePath}/${path}`);
      assert.equal(answered.status, 409, answered.text);
    }
    assert.deepEqual(breaches(source.databaseUrl), []);

    const finished = await move(source, target, "--finish");
    assert.equal(finished.status, 0, finished.err);
    await until(async () => {
      return (await list(source, token, "person 3")).status === 401;
    });
    assert.equal((await list(source, await source.token(uatHost), "ann", uatHost)).status, 200);
    assert.deepEqual(leftovers(source), []);
    assert.deepEqual(leftovers(target), []);
    for (const { databaseUrl } of [source, target]) assert.deepEqual(breaches(databaseUrl), []);

    const back = await move(target, source);
    assert.equal(back.status, 0, back.err);
    assert.deepEqual(await exportOf(source), exported);
    assert.equal((await move(target, source, "--finish")).status, 0);
  });

  test("refuses the account's writes in the pause and answers lists; the pause ends by itself", async () => {
    const lines = [booking("ann"), booking("bob")];
    await using source = await startTestService([acmeWith(lines), acmeUatWith([booking("ann")])]);
    await using target = await startTestService([]);
    const token = await source.token(productionHost);
    const uat = await source.token(uatHost);
    assert.equal((await move(source, target)).status, 0);
    // The switch is undone by hand: the state in which a command is killed within the pause.
    setMove(target, "arriving", null);
    setMove(source, "following", Date.now() + 60_000);
    await until(async () => (await list(source, token, "ann")).status === 200);
    const paused = await cancel(source, lines[0]?.booking, token);
    assert.equal(paused.status, 503);
    assert.ok(Number(paused.headers["retry-after"]) >= 1);
    const booked = await cancel(source, "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11", uat, "k", uatHost);
    assert.equal(booked.status, 500, "another account's writes are answered");
    setMove(source, "following", Date.now() - 1);
    assert.equal((await cancel(source, lines[0]?.booking, token)).status, 200);
  });

  test("is undone by --back before the account has arrived, and begins anew after that", async () => {
    const lines = [booking("ann"), booking("bob")];
    await using source = await startTestService([acmeWith(lines)]);
    await using target = await startTestService([]);
    const token = await source.token(productionHost);
    assert.equal((await move(source, target)).status, 0);
    assert.match(
      (await move(source, target, "--back")).err,
      /already: run the command with --finish/,
    );
    setMove(target, "arriving", null);
    const back = await move(source, target, "--back");
    assert.equal(back.status, 0, back.err);
    assert.deepEqual(query(target.databaseUrl, "select * from account"), []);
    for (const each of [source, target]) assert.deepEqual(leftovers(each), []);
    await until(async () => (await list(source, token, "ann")).status === 200);
    assert.equal((await cancel(source, lines[0]?.booking, token)).status, 200);
    const exported = await exportOf(source);
    const again = await move(source, target);
    assert.equal(again.status, 0, again.err);
    assert.deepEqual(await exportOf(target), exported);
    assert.equal((await move(source, target, "--finish")).status, 0);
    // No account is left here, and the audit log still names the moved one.
    const verified = await runCommandHere(source.databaseUrl, ["verify"]);
    assert.equal(verified.status, 0, verified.out);
  });

  test("refuses what cannot end, and changes nothing", async () => {
    await using source = await startTestService([acmeWith([booking("ann")])]);
    await using taken = await startTestService([
      { name: { tenant: "other", environment: "production" }, hosts: [productionHost] },
    ]);
    await using full = await startTestService([acmeWith([])]);
    for (const [other, step, message] of [
      [taken, [], /belongs to another account in the database at --to/],
      [full, [], /has an account acme\/production already/],
      [taken, ["--finish"], /No move of acme\/production was begun/],
      [taken, ["--back"], /No move of acme\/production was begun/],
    ] as const) {
      const { status, err } = await move(source, other, ...step);
      assert.equal(status, 1);
      assert.match(err, message);
      for (const each of [source, other]) assert.deepEqual(leftovers(each), []);
    }
    assert.equal((await move(source, source)).status, 2);
  });
});

type Cell = Pick<TestService, "databaseUrl">;

function move(from: Cell, to: Cell, ...words: string[]) {
  return runCommandHere(from.databaseUrl, [
    "account",
    "move",
    name,
    "--from",
    from.databaseUrl,
    "--to",
    to.databaseUrl,
    "--json",
    ...words,
  ]);
}

function list(service: TestService, token: string, person: string, host = productionHost) {
  const path = `${fetchPath}?external_id=${encodeURIComponent(person)}`;
  return call(service.api, { host, path, token });
}

function cancel(
  service: TestService,
  id: string | undefined,
  token: string,
  key = "key",
  host = productionHost,
) {
  return call(service.api, {
    method: "POST",
    path: cancelPath,
    host,
    token,
    headers: { "idempotency-key": key },
    body: { booking: id },
  });
}

async function exportOf({ databaseUrl }: Cell): Promise<string[]> {
  const { out, err, status } = await runCommandHere(databaseUrl, ["export", name]);
  assert.equal(status, 0, err);
  return out.split("\n").toSorted();
}

async function lastCursor({ databaseUrl }: Cell): Promise<string> {
  const { out, err } = await runCommandHere(databaseUrl, ["changes", name, "--from-start"]);
  const cursor = out.trim().split("\n").at(-1);
  assert.ok(cursor, err);
  return (JSON.parse(cursor) as { cursor: string }).cursor;
}

const tables = [
  "credential",
  "client_secret",
  "access_token",
  "enabled_endpoint",
  "api_host",
  "booking_event",
  "outcome",
  "slot",
];

/** What no export holds, without the number of the account, which differs. */
function rowsOf({ databaseUrl }: Cell): unknown[] {
  const [account] = query(
    databaseUrl,
    "select id from account where tenant = 'acme' and environment = 'production'",
  );
  return tables.map((table) =>
    query(databaseUrl, `select * from ${table} where account_id = ${String(account?.["id"])}`)
      .map((row) => JSON.stringify({ ...row, account_id: 0 }))
      .toSorted(),
  );
}

function leftovers({ databaseUrl }: Cell): unknown[] {
  const triggers = databaseUrl.startsWith("sqlite:")
    ? "select name from sqlite_schema where type = 'trigger'"
    : "select tgname as name from pg_trigger where not tgisinternal union all select proname from pg_proc where proname like 'follow%'";
  return ["select account from account_move", "select row_key from moved_row", triggers].flatMap(
    (text) => query(databaseUrl, text),
  );
}

function setMove({ databaseUrl }: Cell, state: string, pausedUntil: number | null): void {
  execute(
    databaseUrl,
    `update account_move set state = '${state}', paused_until = ${pausedUntil ?? "null"}`,
  );
  execute(databaseUrl, "update directory set version = version + 1");
}
