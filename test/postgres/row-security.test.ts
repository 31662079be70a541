import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { Client } from "pg";
import type { AccountId } from "../../src/domain/account.ts";
import type { Engine } from "../../src/store/engine.ts";
import { firstUuid } from "../../src/store/uuid-columns.ts";
import { verifyAccount } from "../../src/usecases/operator/verify-account.ts";
import { openTestEngine } from "../harness/open-engine.ts";
import { runCommand } from "../harness/command.ts";
import { operate } from "../harness/operate.ts";
import {
  acmeUatWith,
  acmeWith,
  booking,
  cancelPath,
  catalogue,
  fetchPath,
  uatHost,
  withSlots,
} from "../harness/seed.ts";
import { importLines, startTestService, type TestService } from "../harness/service.ts";
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

  const lawsOf = async (now: number) => {
    const found = [];
    for (const id of await accountIds()) {
      found.push(...(await service.store.account(id).checkInvariants(now)).violations);
    }
    // The test before changed when these two were booked.
    return found.filter(({ booking: of }) => of !== mine.booking && of !== theirs.booking);
  };
  const campaign = catalogue.find((line) => (line as any).public_key === "pk_summer");

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

  test("held and offered seats are kept and end in each account, as without it", async () => {
    const starting_at = "2031-05-01T08:00:00Z";
    const now = Date.parse(starting_at) - 86_400_000;
    const place = { interaction: "pk_summer", activity: "tasting" };
    const seat = { ...place, slot_starting_at: starting_at, ticket_type: "standard" };
    const slot = { kind: "slot", ...place, starting_at, capacity: 1 };
    const offers = { waitlist_promotion: "offer", waitlist_offer_minutes: 60 };
    const ids = await accountIds();
    for (const [index, name] of [acmeWith([]).name, acmeUatWith([]).name].entries()) {
      const { store } = service;
      const act = (at: number, operation: string, values: object): Promise<any> =>
        operate(store, operation, { ...name, ...values }, { audit: { actor: "test", now: at } });
      const id = ids[index] ?? assert.fail();
      await importLines(store, id, [{ ...campaign, ...offers }, slot]);
      const hold = randomUUID();
      await act(now, "makeHold", { ...seat, hold, seconds: 60 });
      assert.equal((await act(now, "listHolds", place)).items[0].hold, hold);
      const booked = await act(now + 1, "book", { ...seat, external_id: "payer", hold });
      assert.equal(booked.history[0].booking_status, "CONFIRMED");
      const { booking: waiting } = await act(now + 2, "book", { ...seat, external_id: "waiter" });
      await act(now + 3, "cancelBooking", { booking: booked.booking });
      assert.equal((await act(now + 4, "listOffers", { external_id: "waiter" })).items.length, 1);
      assert.equal(
        (await act(now + 4, "showBooking", { booking: waiting })).booking_status,
        "WAITLIST",
      );
    }
    const hour = 3_600_000;
    assert.equal(await service.store.endDueSeats(now + hour - 1), 0);
    assert.equal(await service.store.endDueSeats(now + hour + 3), 2, "one of each account");
    assert.deepEqual(await lawsOf(now + hour + 4), []);
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
    for (const table of ["booking", "contact", "ticket", "hold", "access_token", "outcome"]) {
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
