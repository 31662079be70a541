import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, beforeEach, describe, test } from "node:test";
import { Client } from "pg";
import { runCommand } from "../harness/command.ts";
import { runCommandHere } from "../harness/command-here.ts";
import { testDatabase, type TestDatabase } from "../harness/test-database.ts";

/** The sentences name statements, and the statements help. */
describe("what the server refuses to the role", () => {
  const suffix = randomBytes(4).toString("hex");
  const owner = `booking_owner_${suffix}`;
  const server = `booking_server_${suffix}`;
  let databases: TestDatabase[] = [];
  let database: TestDatabase;

  before(async () => {
    database = await testDatabase();
    await asSuperuser(`create role ${owner} login password 'secret'`);
    await asSuperuser(`create role ${server} login password 'secret'`);
  });

  beforeEach(async () => {
    database = await testDatabase();
    databases.push(database);
    await asSuperuser(`grant create on schema public to ${owner}`);
  });

  after(async () => {
    for (database of databases) await asSuperuser(`drop owned by ${owner}, ${server}`);
    await asSuperuser(`drop role ${owner}, ${server}`);
  });

  const urlOf = (role: string) =>
    Object.assign(new URL(database.url), { username: role, password: "secret" }).href;

  async function asSuperuser(statement: string, url = database.url): Promise<void> {
    const client = new Client(url);
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }

  /** Runs the statements that a sentence has between backquotes and that begin so, and returns their number. */
  async function follow(sentence: string, beginning: string): Promise<number> {
    const named = [...sentence.matchAll(/`([^`]*)`/g)].map(([, text = ""]) => text);
    const statements = named.filter((text) => text.startsWith(beginning));
    for (const statement of statements) await asSuperuser(statement);
    return statements.length;
  }

  const migrate = (role: string, env = {}) =>
    runCommandHere("", ["migrate"], { env: { DATABASE_URL: urlOf(role), ...env } });

  async function check(name: string, env: Record<string, string> = {}) {
    const { json } = await runCommandHere("", ["doctor", "--json"], {
      env: { DATABASE_URL: urlOf(server), ...env },
    });
    const found = json.checks.find((each: { name: string }) => each.name === name);
    return found as { ok: boolean; message: string } | undefined;
  }

  test("a role that may make no table is told the GRANT", async () => {
    const tried = await check("rights");
    assert.equal(tried?.ok, false);
    for (const words of [["migrate"], ["serve"]]) {
      const { status, err } = await runCommand(urlOf(server), words, {
        environment: { PORT: "0", OPERATOR_PORT: "0" },
      });
      assert.equal(status, 1, words[0]);
      assert.ok(err.includes(tried.message), err);
      assert.doesNotMatch(err, /\n +at /);
    }
    assert.equal(await follow(tried.message, "grant usage, create"), 1);
    assert.equal((await check("rights"))?.ok, true);
    assert.equal((await migrate(server)).status, 0);
  });

  test("a role that may not read the tables is told the GRANT", async () => {
    assert.equal((await migrate(owner)).status, 0);
    const { status, err } = await runCommandHere(urlOf(server), ["account", "list"]);
    assert.equal(status, 1);
    assert.match(err, /^The database refuses: permission denied for table \w+\. /);
    const refused = await check("database");
    assert.match(refused?.message ?? "", /permission denied/);
    assert.equal(await follow(err, "grant usage on"), 1);
    assert.equal((await check("rights"))?.ok, true);
    await asSuperuser(`revoke update on booking, slot from ${server}`);
    const lacking = await check("rights");
    assert.equal(lacking?.ok, false);
    assert.match(lacking.message, /may not read and write booking, slot: /);
    assert.equal(await follow(lacking.message, "grant usage on"), 1);
    assert.equal((await check("rights"))?.ok, true);
  });

  test("a role that does not own the tables is told who does, where a start changes them", async () => {
    assert.equal((await migrate(owner)).status, 0);
    await asSuperuser(
      `grant select, insert, update, delete on all tables in schema public to ${server}`,
    );
    const security = { ROW_LEVEL_SECURITY: "on" };
    const secured = await check("rights", security);
    assert.match(secured?.message ?? "", new RegExp(`belongs to ${owner}`));
    assert.equal((await migrate(owner, security)).status, 0);
    assert.equal((await check("rights", security))?.ok, true);
    await asSuperuser("delete from schema_migration");
    const older = await check("rights");
    assert.match(older?.message ?? "", new RegExp(`belongs to ${owner}`));
    assert.equal(await follow(older?.message ?? "", `grant ${owner}`), 1);
    assert.equal((await check("rights"))?.message.includes("permission denied"), false);
    await asSuperuser(`revoke ${owner} from ${server}`);
  });

  test("a database that lets the role not in, or has no connection left, says so", async () => {
    const { pathname } = new URL(database.url);
    const name = pathname.slice(1);
    await asSuperuser(`revoke connect on database ${name} from public`);
    assert.match((await check("database"))?.message ?? "", /Run `grant connect on database/);
    await asSuperuser(`grant connect on database ${name} to ${server}`);
    await asSuperuser(`alter role ${server} connection limit 10`);
    const few = await check("connections");
    assert.equal(few?.ok, false);
    assert.match(
      few.message,
      /up to 14 connections, and its role may have 10: lower DATABASE_POOL/,
    );
    assert.equal((await check("connections", { DATABASE_POOL_SIZE: "5" }))?.ok, true);
    await asSuperuser(`alter role ${server} connection limit 0`);
    assert.match((await check("database"))?.message ?? "", /\(53300\)\. Lower DATABASE_POOL_SIZE/);
    await asSuperuser(`alter role ${server} connection limit -1`);
  });
});
