import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { Client } from "pg";
import type { AccountId } from "../../src/domain/account.ts";
import type { Engine } from "../../src/store/engine.ts";
import { firstUuid } from "../../src/store/uuid-columns.ts";
import { verifyAccount } from "../../src/usecases/operator/verify-account.ts";
import { openTestEngine } from "../harness/open-engine.ts";
import { runCommand } from "../harness/command.ts";
import {
  acmeUatWith,
  acmeWith,
  booking,
  cancelPath,
  fetchPath,
  uatHost,
  withSlots,
} from "../harness/seed.ts";
import { startTestService, type TestService } from "../harness/service.ts";
import { testDatabase, type TestDatabase } from "../harness/test-database.ts";

/** Row level security, the second line behind the account's door (P11). */
describe("P11 with ROW_LEVEL_SECURITY=on", () => {
  const mine = booking("same-person");
  const theirs = booking("same-person");
  const role = `booking_role_${randomBytes(4).toString("hex")}`;
  let database: TestDatabase;
  let url: string;
  let service: TestService;
  let engine: Engine;

  before(async () => {
    database = await testDatabase();
    const named = new URL(database.url);
    await asSuperuser(`create role ${role} login password 'secret'`);
    await asSuperuser(`alter database ${named.pathname.slice(1)} owner to ${role}`);
    await asSuperuser(`grant all on schema public to ${role}`);
    named.username = role;
    named.password = "secret";
    url = named.href;
    service = await startTestService([acmeWith([mine]), acmeUatWith([theirs])], {
      DATABASE_URL: url,
      ROW_LEVEL_SECURITY: "on",
    });
    engine = openTestEngine(url, { rowSecurity: true });
  });

  after(async () => {
    await engine.close();
    await service[Symbol.asyncDispose]();
    await asSuperuser(`reassign owned by ${role} to current_user`);
    await asSuperuser(`drop owned by ${role}`);
    await database[Symbol.asyncDispose]();
    const server = new Client(process.env["TEST_DATABASE_URL"]);
    await server.connect();
    await server.query(`drop role ${role}`);
    await server.end();
  });

  async function asSuperuser(statement: string): Promise<void> {
    const client = new Client(database.url);
    await client.connect();
    await client.query(statement);
    await client.end();
  }

  const accountIds = async (): Promise<AccountId[]> =>
    (await engine.reads.selectFrom("account").select("id").orderBy("id").execute()).map(
      ({ id }) => id as AccountId,
    );

  test("the service answers as without it", async () => {
    const list = await service.call({
      path: `${fetchPath}?external_id=same-person`,
      token: await service.token(),
    });
    assert.deepEqual(
      list.json.bookings.map((record: { booking: string }) => record.booking),
      [mine.booking],
    );
    const token = await service.token(uatHost);
    const cancel = { method: "POST", path: cancelPath, host: uatHost, token };
    assert.equal((await service.call({ ...cancel, body: { booking: mine.booking } })).status, 500);
    assert.equal(
      (await service.call({ ...cancel, body: { booking: theirs.booking } })).status,
      200,
    );
    const verified = await verifyAccount(service.store, null);
    assert.deepEqual("violations" in verified && verified.violations, []);
  });

  test("a statement that forgets its account sees and changes that account's rows only", async () => {
    const [first, second] = await accountIds();
    for (const [id, own] of [
      [first, mine],
      [second, theirs],
    ] as const) {
      assert.ok(id !== undefined);
      await engine.within(id, async () => {
        const seen = await engine.reads.selectFrom("booking").select("id").execute();
        assert.deepEqual(seen, [{ id: own.booking }]);
        const changed = await engine.write((transaction) =>
          transaction.updateTable("booking").set({ booked_at: 1 }).executeTakeFirst(),
        );
        assert.equal(changed.numUpdatedRows, 1n);
      });
    }
  });

  test("a row for another account is refused", async () => {
    const [first, second] = await accountIds();
    assert.ok(first !== undefined && second !== undefined);
    await assert.rejects(
      engine.within(first, () =>
        engine.write((transaction) =>
          transaction
            .insertInto("contact")
            .values({ account_id: second, number: 1, id: firstUuid, external_id: "x" })
            .execute(),
        ),
      ),
      /row-level security/,
    );
  });

  for (const setting of ["on", "off"]) {
    test(`a file of many bookings is imported by a command with it ${setting}`, async () => {
      const names = Array.from({ length: 200 }, (_, index) => `many-${setting}-${index}`);
      const lines = withSlots(names.map((name) => booking(name)));
      const { status, err } = await runCommand(url, ["import", "acme/production", "-"], {
        input: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
        environment: { ROW_LEVEL_SECURITY: setting },
      });
      assert.equal(status, 0, err);
      const { json } = await service.call({
        path: `${fetchPath}?external_id=many-${setting}-7`,
        token: await service.token(),
      });
      assert.equal(json.total_count, 1);
    });
  }

  test("a connection without an account sees no row", async () => {
    const client = new Client(url);
    await client.connect();
    for (const table of ["booking", "contact", "ticket", "access_token", "outcome"]) {
      assert.deepEqual((await client.query(`select * from ${table}`)).rows, [], table);
    }
    await client.end();
  });

  test("every table with an account's rows is under the policy", async () => {
    const client = new Client(database.url);
    await client.connect();
    const { rows } = await client.query(
      `select relname, relrowsecurity and relforcerowsecurity as secured
       from pg_class
       join pg_attribute on attrelid = pg_class.oid and attname = 'account_id'
       where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    await client.end();
    assert.ok(rows.length > 15, `only ${rows.length} tables`);
    assert.deepEqual(
      rows.filter((row) => !row.secured),
      [],
    );
  });

  test("a user whom PostgreSQL lets see every row is refused with what to do", async () => {
    await using other = await testDatabase();
    const { status, err } = await runCommand(other.url, ["migrate"], {
      environment: { ROW_LEVEL_SECURITY: "on" },
    });
    assert.equal(status, 1);
    assert.match(err, /^ROW_LEVEL_SECURITY is on, but .* neither superuser nor has BYPASSRLS\.\n$/);
  });
});
