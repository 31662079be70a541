import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, beforeEach, describe, test } from "node:test";
import { sql, type Kysely } from "kysely";
import { Client } from "pg";
import { DatabaseUnusable, type EngineOptions } from "../../src/store/engine.ts";
import { refusedSettings, sessionSettings } from "../../src/store/postgres/session-settings.ts";
import type { Tables } from "../../src/store/tables.ts";
import { openTestEngine } from "../harness/open-engine.ts";
import { migratedDatabase, type TestDatabase } from "../harness/test-database.ts";
import { leftSettings } from "./left-settings.ts";

/** For each setting a value that a role may have, and that the service does not work with. */
const wrongValues = {
  client_min_messages: "error",
  synchronous_commit: "off",
  array_nulls: "off",
  standard_conforming_strings: "off",
  transform_null_equals: "on",
  exit_on_error: "on",
  default_transaction_isolation: "serializable",
  row_security: "off",
  transaction_timeout: "1min",
  idle_session_timeout: "1min",
  log_parameter_max_length_on_error: "-1",
  max_parallel_workers_per_gather: "2",
  jit: "on",
  session_replication_role: "replica",
  zero_damaged_pages: "on",
  ignore_checksum_failure: "on",
} as const satisfies Record<keyof typeof sessionSettings | keyof typeof refusedSettings, string>;

type Name = keyof typeof wrongValues;

/** A role or a database may have settings of its own, and none of them may take a promise back. */
describe("settings of the role", () => {
  const role = `booking_role_${randomBytes(4).toString("hex")}`;
  let database: TestDatabase;
  let operator: Client;
  let url: string;

  before(async () => {
    database = await migratedDatabase("postgres");
    operator = new Client(database.url);
    await operator.connect();
    // A superuser may have all of them.
    await operator.query(`create role ${role} login superuser password 'secret'`);
    url = Object.assign(new URL(database.url), { username: role, password: "secret" }).href;
  });

  after(async () => {
    await operator.query(`drop role ${role}`);
    await operator.end();
    await database[Symbol.asyncDispose]();
  });

  beforeEach(async () => {
    await operator.query(`alter role ${role} reset all`);
    await operator.query(`alter role ${role} in database ${databaseName()} reset all`);
  });

  const databaseName = () => new URL(database.url).pathname.slice(1);

  /** False where the server is of a version that does not know the setting. */
  async function setWrong(name: Name): Promise<boolean> {
    const known = await operator.query("select 1 from pg_settings where name = $1", [name]);
    if (known.rowCount === 0) return false;
    await operator.query(`alter role ${role} set ${name} = '${wrongValues[name]}'`);
    return true;
  }

  /** The setting in a read and in transactions of both kinds, as the service's sessions have it. */
  async function seen(name: Name, options: Partial<EngineOptions> = {}): Promise<string[]> {
    const engine = openTestEngine(url, options);
    const read = async (on: Kysely<Tables>) => {
      const { rows } = await sql<{ value: string }>`
        select current_setting(${name}) as value`.execute(on);
      return rows[0]?.value ?? "";
    };
    try {
      return [
        await read(engine.reads),
        await engine.write(read),
        await engine.readThenWrite(read, (answer) => ({ answer, writes: [] })),
      ];
    } finally {
      await engine.close();
    }
  }

  /** The session is refused by the name of the setting, with the statement that mends it. */
  async function assertRefused(name: Name, options: Partial<EngineOptions>): Promise<void> {
    const refusal: unknown = await seen(name, options).catch((error: unknown) => error);
    assert.ok(refusal instanceof DatabaseUnusable, String(refusal));
    const { message } = refusal;
    assert.ok(message.startsWith(`${name} is ${wrongValues[name]}, with which `), message);
    const [, statement = ""] = /`(alter role .*)`/.exec(message) ?? [];
    await operator.query(statement);
    assert.equal((await seen(name, options)).length, 3);
  }

  test("each one that PostgreSQL 18 has is set, refused, or left for a reason", async (t) => {
    const { rows } = await operator.query<{ name: string; version: string }>(
      `select name, current_setting('server_version') as version
       from pg_settings
       where context in ('user', 'superuser', 'backend', 'superuser-backend')
         and name not like '%.%'`,
    );
    const decided = [...Object.keys(wrongValues), ...Object.values(leftSettings).flat()];
    assert.equal(new Set(decided).size, decided.length, "one is decided twice");
    if (rows[0]?.version.startsWith("18") !== true) return t.skip("another version");
    assert.ok(rows.length > 150, `only ${rows.length} settings`);
    assert.deepEqual(
      rows.filter(({ name }) => !decided.includes(name)),
      [],
    );
  });

  for (const [name, { value, behindPooler }] of Object.entries(sessionSettings)) {
    const setting = name as keyof typeof sessionSettings;

    test(`${name} is the service's own`, async (t) => {
      if (!(await setWrong(setting))) return t.skip("the server has no such setting");
      for (const timeouts of ["request", "task"] as const) {
        assert.deepEqual(await seen(setting, { timeouts }), [value, value, value], timeouts);
      }
    });

    if (behindPooler === "left") continue;
    test(`${name} is ${behindPooler} behind a pooler`, async (t) => {
      if (!(await setWrong(setting))) return t.skip("the server has no such setting");
      const pooled = { pooler: true };
      if (behindPooler === "refused") return assertRefused(setting, pooled);
      assert.deepEqual((await seen(setting, pooled)).slice(1), [value, value]);
    });
  }

  for (const name of Object.keys(refusedSettings)) {
    for (const pooler of [false, true]) {
      test(`${name} is refused${pooler ? " behind a pooler" : ""}`, async () => {
        assert.ok(await setWrong(name as Name));
        await assertRefused(name as Name, { pooler });
      });
    }
  }

  test("a value that keeps the promise stays", async () => {
    await operator.query(`alter role ${role} set synchronous_commit = 'remote_apply'`);
    assert.deepEqual(new Set(await seen("synchronous_commit")), new Set(["remote_apply"]));
  });

  test("the limits of time are those of the work, whatever the role or the URL has", async () => {
    const limits = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"];
    for (const name of limits) await operator.query(`alter role ${role} set ${name} = '2900ms'`);
    const named = `${url}?${limits.map((name) => `${name}=2900`).join("&")}`;
    for (const [timeouts, wanted] of [
      ["request", ["4s", "3500ms", "3s"]],
      ["task", ["0", "1min", "10min"]],
    ] as const) {
      const engine = openTestEngine(named, { timeouts });
      try {
        for (const on of [engine.reads, null]) {
          const read = async (each: Kysely<Tables>) => {
            const columns = sql.join(limits.map((name) => sql`current_setting(${name})`));
            const { rows } = await sql<{ found: string[] }>`
              select array[${columns}] as found`.execute(each);
            return rows[0]?.found;
          };
          assert.deepEqual(on === null ? await engine.write(read) : await read(on), wanted);
        }
      } finally {
        await engine.close();
      }
    }
  });
});
