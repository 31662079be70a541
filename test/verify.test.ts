import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { AccountName } from "../src/domain/account.ts";
import { isRefused } from "../src/domain/refusal.ts";
import { invariants } from "../src/store/invariants/check-invariants.ts";
import { openStore, type Store } from "../src/store/store.ts";
import { createDemo } from "../playground/demo/create-demo.ts";
import { verifyAccount, type Verification } from "../src/usecases/operator/verify-account.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { execute, keepContents, plant, uuidLike } from "./harness/query.ts";
import { acmeWith, booking, cancelPath, otherWith, type BookingLine } from "./harness/seed.ts";
import { acme, audit, startTestService } from "./harness/service.ts";
import { testDatabase, type TestDatabase } from "./harness/test-database.ts";
import {
  isOf,
  isSlotAtStart,
  makeClean,
  seeded,
  slotCount,
  ticketCount,
} from "./verify/clean-data.ts";
import { leftSeat } from "./verify/kept-plants.ts";
import { plants, refusedByForeignKeys } from "./verify/plants.ts";

const uat: AccountName = { tenant: "acme", environment: "uat" };

describe("booking verify finds nothing", () => {
  test("on the demo", async () => {
    await using database = await testDatabase();
    const databaseUrl = database.url;
    const store = openStore(databaseUrl);
    await store.migrate(Date.now());
    await createDemo(store, audit());
    await store.close();
    const found = await verify(databaseUrl);
    assert.deepEqual(found.violations, []);
    assert.ok((found.checked[0]?.bookings ?? 0) > 300, "the demo was not looked at");
  });

  test("on bookings of every kind, before and after cancels over HTTP", async () => {
    const lines = everyKindOfBooking();
    await using service = await startTestService([acmeWith(lines), otherWith([booking("x")])]);
    assert.deepEqual((await verify(service.databaseUrl)).violations, []);
    const token = await service.token();
    const statuses = new Set<number>();
    for (const line of lines) {
      const body = { booking: line.booking };
      const answer = await service.call({ method: "POST", path: cancelPath, token, body });
      statuses.add(answer.status);
    }
    assert.deepEqual(statuses, new Set([200, 400]));
    assert.deepEqual((await verify(service.databaseUrl)).violations, []);
  });

  test("after racing cancels", async () => {
    const lines = Array.from({ length: 15 }, (_, index) =>
      booking("racer", index % 3 === 0 ? { booking_status: "WAITLIST" } : { tickets: [{}, {}] }),
    );
    await using service = await startTestService([acmeWith(lines)]);
    const token = await service.token();
    await Promise.all(
      lines.flatMap(({ booking: id }) =>
        Array.from({ length: 8 }, () =>
          service.call({ method: "POST", path: cancelPath, token, body: { booking: id } }),
        ),
      ),
    );
    const found = await verify(service.databaseUrl);
    assert.deepEqual(found.violations, []);
    assert.equal(found.checked[0]?.events, lines.length * 2);
  });

  test("where the installation has no account", async () => {
    await using database = await testDatabase();
    const databaseUrl = database.url;
    await runCommandHere(databaseUrl, ["migrate"]);
    const { checked, violations } = await verify(databaseUrl);
    assert.deepEqual({ checked, violations }, { checked: [], violations: [] });
  });
});

/** Live, cancelled, waiting, checked in, with several tickets, unlimited, with a host. */
function everyKindOfBooking(): BookingLine[] {
  const cancelled = { cancelled_at: "2025-05-01T00:00:00Z" };
  const checkedIn = { attendee: { checked_in_at: "2025-05-01T00:00:00Z" } };
  return [
    booking("a"),
    booking("a", { tickets: [{}, cancelled, {}] }),
    booking("a", { tickets: [{}, checkedIn] }),
    booking("b", { booking_status: "WAITLIST", tickets: [{}, {}] }),
    booking("b", { booking_status: "WAITLIST", tickets: [cancelled] }),
    booking("b", { booking_status: "CANCELLED" }),
    booking("c", { ticket_type: "open", tickets: [{}, {}] }),
    booking("c", { ticket_type: "open", booking_status: "WAITLIST" }),
    booking("c", { activity: "workshop", host: "ann" }),
    booking("c", { interaction: "pk_winter" }),
  ];
}

describe("booking verify finds what is planted:", () => {
  let database: TestDatabase;
  let store: Store;
  let clean: string;
  before(async () => {
    database = await testDatabase();
    await makeClean(database.url);
    clean = keepContents(database.url);
    store = openStore(database.url);
  });
  after(async () => {
    await store.close();
    await database[Symbol.asyncDispose]();
  });
  const verifyStore = async (name: AccountName | null = null) => {
    const found = await verifyAccount(store, name);
    assert.ok(!isRefused(found));
    return found;
  };

  test("nothing before", async () => {
    assert.deepEqual((await verifyStore()).violations, []);
  });

  for (const { name, sql, finds = [] } of plants) {
    test(name, async () => {
      plant(database.url, clean + sql);
      const found = await verifyStore();
      const told = found.violations.map(tell).toSorted();
      assert.deepEqual(told, finds.toSorted(), JSON.stringify(found.violations, null, 1));
    });
  }

  test("every law at least once", () => {
    const named = new Set(plants.flatMap(({ finds = [] }) => finds.map(lawIn)));
    assert.deepEqual(
      [...named].toSorted(),
      invariants.map((invariant) => invariant.name).toSorted(),
    );
  });

  for (const [name, sql] of refusedByForeignKeys) {
    test(`no ${name.replace(/^an? /, "")}, which a foreign key refuses`, () => {
      plant(database.url, clean);
      assert.throws(() => execute(database.url, sql), /foreign key/i);
    });
  }

  test("only in the account that has it", async () => {
    plant(database.url, clean + "update ticket set cancelled_at = 1 where account_id = 1");
    assert.notDeepEqual((await verifyStore(acme)).violations, []);
    for (const name of [uat, otherWith([]).name]) {
      assert.deepEqual((await verifyStore(name)).violations, []);
    }
    const everywhere = await verifyStore();
    const accounts = new Set(everywhere.violations.map(({ account }) => account));
    assert.deepEqual([...accounts], ["acme/production"]);
    assert.equal(everywhere.checked.length, 3);
  });

  test("the first 1,000 of each law and account, and that there are more", async () => {
    const rows = Array.from({ length: 1_001 }, (_, index) => index + 1);
    plant(
      database.url,
      `${clean}insert into outcome values ${rows.map((row) => `(1, 'c', 'k${row}', ${uuidLike(row)}, '{}', 1)`).join(",")};
       insert into change_feed values ${rows.map((row) => `(${1000 + row}, 1, 1, 1, '', '[]')`).join(",")}`,
    );
    const found = await verifyStore();
    assert.equal(found.violations.length, 2_000);
    assert.deepEqual(found.cut, [
      { invariant: "row-of-one-account", account: "acme/production" },
      { invariant: "row-of-one-account", account: null },
    ]);
    plant(
      database.url,
      "delete from outcome where idempotency_key = 'k7'; delete from change_feed where account_id = 1007",
    );
    const whole = await verifyStore();
    assert.deepEqual([whole.violations.length, whole.cut], [2_000, []]);
  });

  test("without a contact's id or a secret in any sentence", async () => {
    plant(
      database.url,
      `${clean}insert into access_token values (1, 'secret-hash', 'gone', 't', 1, 1);
       insert into outcome values (1, 'gone', 'secret-key', ${uuidLike(1)}, '{}', 1);
       update contact set external_id = 'external-' || external_id;
       update booking set booking_status = 'CANCELLED' where account_id = 2;
       delete from booking_event;
       delete from ticket;
       delete from slot;
       delete from contact where account_id = 2`,
    );
    const { violations } = await verifyStore();
    assert.ok(violations.length > 40, `only ${violations.length} breaches`);
    for (const table of ["access_token", "outcome"]) {
      const told = violations.filter(({ message }) => message.includes(`A row of ${table} (`));
      assert.notEqual(told.length, 0, table);
    }
    assert.doesNotMatch(JSON.stringify(violations), /secret-hash|secret-key|external-/);
  });
});

async function verify(databaseUrl: string, name: AccountName | null = null): Promise<Verification> {
  const store = openStore(databaseUrl);
  try {
    const found = await verifyAccount(store, name);
    assert.ok(!isRefused(found));
    return found;
  } finally {
    await store.close();
  }
}

/** A breach as `[account] law place`, the account left out where it is the first one. */
function tell({
  invariant,
  account,
  booking: bookingId,
  slot,
}: Verification["violations"][number]) {
  const place =
    slot === null ? [bookingId] : [slot.interaction, slot.activity, slot.host, startOf(slot)];
  return [account === "acme/production" ? null : String(account), invariant, ...place]
    .filter((part) => part !== null)
    .join(" ");
}

function startOf({ startingAt }: { startingAt: number }): string {
  return `${new Date(startingAt).toISOString().slice(0, -5)}Z`;
}

function lawIn(text: string): string {
  return (
    text.split(" ").find((word) => invariants.some((invariant) => invariant.name === word)) ?? text
  );
}

describe("booking verify on the command line", () => {
  let database: TestDatabase;
  let databaseUrl: string;
  let clean: string;
  before(async () => {
    database = await testDatabase();
    databaseUrl = database.url;
    await makeClean(databaseUrl);
    clean = keepContents(databaseUrl);
  });
  after(() => database[Symbol.asyncDispose]());

  test("exits 0 and says what was checked when every law holds", async () => {
    const bookings = Object.keys(seeded).length;
    const all = await runCommandHere(databaseUrl, ["verify", "--json"]);
    assert.equal(all.status, 0, all.err);
    assert.deepEqual(Object.keys(all.json), ["checked", "breaches"]);
    assert.deepEqual(all.json.breaches, []);
    assert.deepEqual(
      all.json.checked.laws,
      invariants.map((invariant) => invariant.name),
    );
    assert.deepEqual(all.json.checked.accounts[0], {
      account: "acme/production",
      slots: slotCount,
      bookings,
      tickets: ticketCount,
      events: bookings + 1,
    });
    const one = await runCommandHere(databaseUrl, ["--json", "verify", "acme/uat"]);
    assert.deepEqual(
      one.json.checked.accounts.map(({ account }: { account: string }) => account),
      ["acme/uat"],
    );
    const told = await runCommandHere(databaseUrl, ["verify"]);
    assert.equal(told.status, 0);
    assert.match(
      told.out,
      new RegExp(
        `^acme/production +${slotCount} +${bookings} +${ticketCount} +${bookings + 1} +0$`,
        "m",
      ),
    );
    assert.match(told.out, new RegExp(`^All ${invariants.length} laws hold\\.$`, "m"));
  });

  test("exits 0 and names seats whose time has passed while no server ran", async () => {
    plant(databaseUrl, leftSeat);
    const answer = await runCommandHere(databaseUrl, ["verify", "acme/production", "--json"]);
    assert.equal(answer.status, 0, answer.err);
    assert.deepEqual(answer.json.breaches, []);
    const slot = {
      interaction: "pk_summer",
      activity: "tasting",
      starting_at: "2030-05-01T08:00:00Z",
    };
    const [{ message, ...left }, ...more] = answer.json.left;
    assert.deepEqual([left, more], [{ account: "acme/production", slot }, []]);
    assert.match(message, /kept until 2025-04-30T00:00:00Z and still are, because no server/);
    const told = await runCommandHere(databaseUrl, ["verify"]);
    assert.equal(told.status, 0);
    assert.match(told.out, /laws hold\.\n\nNo breach: acme\/production slot pk_summer tasting/);
    // Whoever serves is not excused.
    const server = openStore(databaseUrl, { timeouts: "request" });
    const found = await verifyAccount(server, acme);
    await server.close();
    assert.ok(!isRefused(found));
    assert.deepEqual(
      [found.violations.map(({ invariant }) => invariant), found.left],
      [["seats-end-in-time"], []],
    );
    plant(databaseUrl, clean);
  });

  test("exits 1 with each breach, as JSON and in sentences", async () => {
    plant(
      databaseUrl,
      `update slot set taken = 3 where ${isSlotAtStart};
       update slot set taken = 9, capacity = 9 where account_id = 1 and host_id = 'ann';
       update ticket set cancelled_at = 1 where ${isOf("open")};
       insert into outcome values (1, 'gone', 'k', ${uuidLike(1)}, '{}', 1);
       insert into change_feed values (9, 1, 1, 1, '', '[]')`,
    );
    const answer = await runCommandHere(databaseUrl, ["verify", "--json"]);
    assert.equal(answer.status, 1);
    const breaches: any[] = answer.json.breaches;
    const summer = { interaction: "pk_summer", starting_at: "2030-05-01T08:00:00Z" };
    assert.deepEqual(
      breaches.map(({ message, account, ...rest }) => [account, rest, typeof message]),
      [
        [
          "acme/production",
          { law: "seats-equal-live-tickets", slot: { ...summer, activity: "tasting" } },
          "string",
        ],
        [
          "acme/production",
          {
            law: "seats-equal-live-tickets",
            slot: { ...summer, activity: "workshop", host: "ann" },
          },
          "string",
        ],
        [
          "acme/production",
          { law: "confirmed-without-ticket", booking: seeded.open.booking },
          "string",
        ],
        ["acme/production", { law: "row-of-one-account" }, "string"],
        [null, { law: "row-of-one-account" }, "string"],
      ],
    );
    assert.match(
      breaches[0].message,
      /counts 3 seats.* take 2, and the 3 on its waitlist hold none/,
    );
    const told = await runCommandHere(databaseUrl, ["verify"]);
    assert.equal(told.status, 1);
    assert.match(told.out, /^acme\/production .* 4$/m);
    const heading = `confirmed-without-ticket: acme/production booking ${seeded.open.booking}\n`;
    assert.ok(told.out.includes(heading), told.out);
    for (const { message } of breaches) {
      assert.ok(told.out.includes(message.replace("\u001b", "\uFFFD")), message);
    }
    assert.ok(!told.out.includes("\u001b"), "a control character reached the terminal");
    assert.equal(told.err, "5 breaches of 3 laws.\n");
    const other = await runCommandHere(databaseUrl, ["verify", "other/production", "--json"]);
    assert.deepEqual([other.status, other.json.breaches], [0, []]);
    plant(databaseUrl, clean);
  });

  test("exits 1 for an unknown account and 2 for what is none", async () => {
    const unknown = await runCommandHere(databaseUrl, ["verify", "nobody/uat", "--json"]);
    assert.equal(unknown.status, 1);
    assert.match(unknown.json.error.message, /no account nobody\/uat/);
    assert.equal((await runCommandHere(databaseUrl, ["verify", "nobody"])).status, 2);
  });
});
