import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { readCode } from "./harness/read-code.ts";
import { runCommand, type CommandResult } from "./harness/command.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { breaches, takenSeats } from "./harness/database.ts";
import { migrations } from "./harness/migrations.ts";
import { query, tableNames } from "./harness/query.ts";
import {
  acmeUatWith,
  acmeWith,
  booking,
  cancelPath,
  fetchPath,
  tokenPath,
} from "./harness/seed.ts";
import { startTestService, type TestService } from "./harness/service.ts";
import { tracedStatuses } from "./harness/traced-statuses.ts";
import { testDatabase, type TestDatabase } from "./harness/test-database.ts";
import { until } from "./harness/until.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const list = "interactions:fetchContactBookings";
const cancel = "interactions:cancelInteractionBooking";

describe("a command as a program of its own", () => {
  test("has the streams and the status that it has within this process", async () => {
    await using service = await startTestService([acmeWith([booking("somebody")])]);
    for (const words of [
      ["account", "list"],
      ["--json", "account", "show", "acme/production"],
      ["account", "show", "nobody/uat"],
      ["account", "show", "nobody/uat", "--json"],
      ["account", "show", "nobody"],
      ["account", "--help"],
    ]) {
      const { status, out, err } = await runCommand(service.databaseUrl, words);
      const here = await runCommandHere(service.databaseUrl, words);
      assert.deepEqual({ status, out, err }, { status: here.status, out: here.out, err: here.err });
      assert.notEqual(out + err, "");
    }
  });
});

describe("accounts and credentials on the command line", () => {
  let database: TestDatabase;
  before(async () => {
    database = await testDatabase();
  });
  after(() => database[Symbol.asyncDispose]());
  const run = (...words: string[]) => runCommandHere(database.url, words);

  test("a command on an older schema names the one to run first, and `migrate` is that", async () => {
    const early = await run("account", "list", "--json");
    assert.equal(early.status, 1);
    assert.match(early.json.error.message, /booking migrate/);
    const migrated = await run("--json", "migrate");
    assert.deepEqual(migrated.json, {
      applied: migrations,
    });
    assert.deepEqual((await run("migrate", "--json")).json, { applied: [] });
  });

  test("R3 R91 an account is made with its hosts, and its endpoints are off", async () => {
    const made = await run(
      "account",
      "create",
      "acme/uat",
      "--api-host",
      "UAT.acme.example:443",
      "--api-host",
      "uat2.acme.example",
      "--json",
    );
    assert.equal(made.status, 0, made.err);
    const { counts, ...account } = made.json;
    assert.deepEqual(account, {
      account: "acme/uat",
      api_hosts: ["uat.acme.example", "uat2.acme.example"],
      enabled_endpoints: [],
    });
    assert.equal(counts.booking, 0);
    assert.deepEqual((await run("account", "show", "acme/uat", "--json")).json, made.json);
    assert.deepEqual((await run("account", "list", "--json")).json, [made.json]);
  });

  test("R4 endpoints and hosts are switched one by one", async () => {
    const enabled = await run("account", "enable", "acme/uat", list, "--json");
    assert.deepEqual(enabled.json.enabled_endpoints, [list]);
    await run("account", "enable", "acme/uat", cancel);
    const disabled = await run("account", "disable", "acme/uat", list, "--json");
    assert.deepEqual(disabled.json.enabled_endpoints, [cancel]);
    const added = await run("account", "host", "add", "acme/uat", "third.example", "--json");
    assert.deepEqual(added.json.api_hosts, [
      "uat.acme.example",
      "uat2.acme.example",
      "third.example",
    ]);
    const removed = await run(
      "account",
      "host",
      "remove",
      "acme/uat",
      "uat2.acme.example",
      "--json",
    );
    assert.deepEqual(removed.json.api_hosts, ["uat.acme.example", "third.example"]);
  });

  test("R89 R114 credentials are made, listed without a secret, rotated and revoked", async () => {
    const made = await run("credential", "create", "acme/uat", "--audience", "https://a", "--json");
    assert.deepEqual(Object.keys(made.json).toSorted(), [
      "account",
      "audience",
      "client_id",
      "client_secret",
    ]);
    assert.equal(made.json.audience, "https://a");
    const other = await run("credential", "create", "acme/uat", "--json");
    assert.equal(other.json.audience, "https://uat.acme.example");
    const { client_id, client_secret } = made.json;
    const rotated = await run("credential", "rotate", client_id, "--overlap", "2h", "--json");
    assert.equal(rotated.json.client_id, client_id);
    assert.notEqual(rotated.json.client_secret, client_secret);
    const listed = await run("credential", "list", "acme/uat", "--json");
    const entry = listed.json.find((each: any) => each.client_id === client_id);
    assert.equal(entry.secrets.length, 2);
    assert.equal(entry.audience, "https://a");
    for (const secret of [client_secret, rotated.json.client_secret, other.json.client_secret]) {
      assert.ok(!listed.out.includes(secret));
      assert.ok(!everything(database.url).includes(secret));
    }
    const again = await run("credential", "rotate", client_id, "--json");
    assert.equal(again.status, 1);
    assert.match(again.json.error.message, /[Tt]wo secrets/);
    assert.equal((await run("credential", "rotate", client_id, "--now", "--json")).status, 0);
    const revoked = await run("credential", "revoke", client_id, "--json");
    assert.ok(revoked.json.revoked_at);
    const repeated = await run("credential", "revoke", client_id, "--json");
    assert.deepEqual([repeated.status, repeated.json], [0, revoked.json]);
    assert.match(repeated.err, /revoked already: nothing changed/);
    assert.doesNotMatch(revoked.err, /already/);
    const audited = (await run("audit", "--json")).json.filter(
      ({ action, subject }: any) => action === "credential revoked" && subject === client_id,
    );
    assert.equal(audited.length, 1);
    assert.equal((await run("credential", "rotate", client_id)).status, 1);
    assert.equal((await run("credential", "revoke", "bsc_unknown")).status, 1);
  });

  test("a long value is repeated by its beginning alone", async () => {
    const long = "a".repeat(10_000);
    for (const words of [
      ["show", long],
      [long],
      ["import", "acme/production", long],
      ["slot", "list", "acme/production", `--from=${long}`],
    ]) {
      const { status, json, err } = await run(...words, "--json");
      assert.notEqual(status, 0);
      for (const said of [json.error.message, err]) {
        assert.match(said, /(?<!a)a{256}…/);
        assert.ok(said.length < 1_000, said.slice(0, 300));
      }
    }
  });

  test("what is refused exits 1 with an error in JSON, what is not understood exits 2", async () => {
    const refused = [
      ["account", "create", "acme/uat", "--api-host", "new.example"],
      ["account", "create", "acme/production", "--api-host", "uat.acme.example"],
      ["account", "show", "acme/production"],
      ["account", "enable", "acme/production", list],
      ["account", "host", "remove", "acme/uat", "nowhere.example"],
      ["credential", "create", "acme/production"],
    ];
    for (const words of refused) {
      const result = await run(...words, "--json");
      assert.equal(result.status, 1, words.join(" "));
      assert.equal(typeof result.json.error.message, "string");
    }
    const misunderstood = [
      ["account", "create", "acme", "--api-host", "x.example"],
      ["account", "create", "acme/staging", "--api-host", "x.example"],
      ["account", "create", "acme/production"],
      ["account", "create", "acme/production", "--api-host", "https://x.example/"],
      ["account", "enable", "acme/uat", "oauth:token"],
      ["account", "enable", "acme/uat"],
      ["credential", "rotate", "x", "--overlap", "soon"],
      ["credential", "rotate", "x", "--overlap", "1h", "--now"],
      ["acount"],
      ["account", "list", "--verbose"],
    ];
    for (const words of misunderstood) {
      const result = await run(...words);
      assert.equal(result.status, 2, `${words.join(" ")}: ${result.err}`);
      assert.equal(result.out, "");
      assert.notEqual(result.err, "");
    }
    assert.match((await run("acount")).err, /account/);
  });
});

describe("bookings on the command line", () => {
  const plain = booking("ann", {
    tickets: [{ attendee: { display_name: "Ann" } }, { attendee: { display_name: "Bea" } }],
  });
  const hosted = booking("ann", {
    activity: "workshop",
    host: "ann",
    slot_starting_at: "2030-06-01T08:00:00Z",
  });
  const waiting = booking("bob", { booking_status: "WAITLIST" });
  const elsewhere = booking("ann");
  let service: TestService;
  before(async () => {
    const copy = { ...plain, external_id: "copied" };
    service = await startTestService([
      acmeWith([plain, hosted, waiting]),
      acmeUatWith([copy, elsewhere]),
    ]);
  });
  after(() => service[Symbol.asyncDispose]());
  const run = (...words: string[]) => runCommandHere(service.databaseUrl, words);
  /** Waits until a request can be traced: its record is written some time after its answer. */
  const recorded = (requestId: string) => {
    return until(() => tracedStatuses(service.databaseUrl, requestId).length > 0);
  };
  const production = ["--account", "acme/production"];

  test("`show` prints one flat object with tickets, attendees and history", async () => {
    const { history, ...shown } = (await run("show", hosted.booking, "--json")).json;
    assert.deepEqual(shown, {
      booking: hosted.booking,
      account: "acme/production",
      external_id: "ann",
      interaction: "pk_summer",
      activity: "workshop",
      host: "ann",
      slot_starting_at: "2030-06-01T08:00:00Z",
      ticket_type: "standard",
      booking_status: "CONFIRMED",
      booked_at: "2025-04-01T10:11:12Z",
      tickets: [
        { number: 1, cancelled_at: null, attendee: { display_name: null, checked_in_at: null } },
      ],
    });
    assert.equal(history.length, 1);
    assert.equal(history[0].event, "imported");
    assert.ok(!("host" in (await run("show", waiting.booking, "--json")).json));
    assert.match(
      (await run("show", hosted.booking)).out,
      /CONFIRMED since 2025-04-01 12:11:12 CEST/,
    );
    const { out: withCode } = await run("show", hosted.booking, "--qr");
    const blocks = withCode.split("\n").filter((line) => /^[█▀▄ ]{20,}$/.test(line));
    const rows = blocks.flatMap((line) => [
      line.split("").map((sign) => sign === " " || sign === "▄"),
      line.split("").map((sign) => sign === " " || sign === "▀"),
    ]);
    assert.equal(readCode(rows), hosted.booking, "the light modules are blocks");
  });

  test("an id that exists in two accounts needs --account, and an unknown one is refused", async () => {
    for (const command of ["show", "cancel", "check-in", "explain"]) {
      const unclear = await run(command, plain.booking, "--json");
      assert.equal(unclear.status, 1);
      assert.match(unclear.json.error.message, /acme\/production and acme\/uat.*--account/);
      const unknown = await run(command, "00000000-0000-4000-8000-000000000000", "--json");
      assert.equal(unknown.status, 1);
      assert.equal((await run(command, elsewhere.booking, ...production)).status, 1);
      assert.equal((await run(command, "bookings/x")).status, 2);
    }
    const found = await run("show", plain.booking, "--account", "acme/uat", "--json");
    assert.equal(found.json.external_id, "copied");
  });

  test("`find` filters by who, where, when and status", async () => {
    const find = async (...words: string[]) =>
      (await run("find", ...production, ...words, "--json")).json.map((each: any) => each.booking);
    assert.deepEqual(await find("--external-id", "ann"), [plain.booking, hosted.booking]);
    assert.deepEqual(await find("--activity", "workshop"), [hosted.booking]);
    assert.deepEqual(await find("--host", "ann"), [hosted.booking]);
    assert.deepEqual(await find("--status", "WAITLIST"), [waiting.booking]);
    assert.equal((await find("--status", "WAITLIST", "--status", "CONFIRMED")).length, 3);
    assert.deepEqual(await find("--slot", "2030-06-01T10:00:00+02:00"), [hosted.booking]);
    assert.deepEqual(await find("--from", "2030-05-01T08:00:01Z"), [hosted.booking]);
    assert.equal((await find("--to", "2030-05-01T08:00:00Z")).length, 2);
    assert.deepEqual(await find("--interaction", "pk_winter"), []);
    assert.equal((await find("--limit", "1")).length, 1);
    assert.equal((await run("find")).status, 2);
    assert.equal((await run("find", ...production, "--status", "confirmed")).status, 2);
    const finer = await run("find", ...production, "--slot", "2030-05-01T08:00:00.0005Z");
    assert.equal(finer.status, 2);
    assert.match(finer.err, /with at most milliseconds/);
  });

  test("R29 R43 check-in is recorded on the attendee, twice is once, and undo takes it back", async () => {
    const words = ["check-in", plain.booking, ...production];
    const before = await listed(service, "ann");
    const one = await run(...words, "--ticket", "2", "--json");
    assert.deepEqual(checkedIn(one), [false, true]);
    // A85: another day's check-in is done, and said.
    assert.match(one.err, /The slot is not of today: it starts at 20/);
    const both = await run(...words, "--json");
    assert.deepEqual(checkedIn(both), [true, true]);
    assert.equal(
      both.json.tickets[1].attendee.checked_in_at,
      one.json.tickets[1].attendee.checked_in_at,
    );
    const again = await run(...words, "--json");
    assert.deepEqual(again.json, both.json);
    assert.deepEqual(await listed(service, "ann"), before);
    const undone = await run(...words, "--undo", "--ticket", "1", "--json");
    assert.deepEqual(checkedIn(undone), [false, true]);
    assert.equal(undone.err, "");
    assert.equal((await run(...words, "--undo", "--ticket", "1")).status, 0);
    const events = undone.json.history.map((event: any) => event.event);
    assert.deepEqual(events, ["imported", "checked-in", "checked-in", "check-in-undone"]);
    assert.deepEqual(undone.json.history[3].details.check_ins, [
      { ticket: 1, checked_in_at: null },
    ]);
  });

  test("`cancel` follows the rules of the public side, for a booking and for one ticket", async () => {
    const words = ["cancel", plain.booking, ...production];
    const refused = await run(...words, "--json");
    assert.equal(refused.status, 1);
    assert.match(refused.json.error.message, /checked in/);
    assert.equal((await run(...words, "--ticket", "2")).status, 1);
    assert.equal((await run(...words, "--ticket", "3")).status, 1);
    assert.equal((await run(...words, "--ticket", "0")).status, 2);
    const seats = takenSeats(service.databaseUrl);
    const one = await run(...words, "--ticket", "1", "--json");
    assert.equal(one.json.booking_status, "CONFIRMED");
    assert.ok(
      one.json.tickets[0].cancelled_at !== null && one.json.tickets[1].cancelled_at === null,
    );
    assert.equal(takenSeats(service.databaseUrl), seats - 1);
    assert.equal((await run(...words, "--ticket", "1")).status, 1);
    await run("check-in", plain.booking, ...production, "--undo");
    const last = await run(...words, "--ticket", "2", "--json");
    assert.equal(last.json.booking_status, "CANCELLED");
    assert.equal(takenSeats(service.databaseUrl), seats - 2);
    assert.equal((await run("check-in", plain.booking, ...production)).status, 1);
    assert.equal((await run("check-in", waiting.booking)).status, 1);
    assert.equal((await run("cancel", waiting.booking, "--json")).json.booking_status, "CANCELLED");
    const [record] = await listed(service, "ann");
    assert.equal(record.booking_status, "CANCELLED");
    assert.deepEqual(breaches(service.databaseUrl), []);
  });

  test("a cancel refused over HTTP is traced by its request id and explained", async () => {
    await run("check-in", hosted.booking);
    const answer = await service.call({
      method: "POST",
      path: cancelPath,
      token: await service.token(),
      body: { booking: hosted.booking },
    });
    assert.equal(answer.status, 400);
    const requestId = String(answer.headers["x-request-id"]);
    await recorded(requestId);
    const { client_id, at, duration_ms, ...story } = (await run("trace", requestId, "--json")).json;
    assert.deepEqual(story, {
      request_id: requestId,
      account: "acme/production",
      endpoint: cancel,
      request: { method: "POST", booking: hosted.booking },
      decision: "attendee-checked-in",
      changes: [],
      answer: { status: 400, body: answer.json },
    });
    assert.ok(client_id.startsWith("bsc_") && at.endsWith("Z") && duration_ms >= 0);
    const explained = await run("explain", hosted.booking, "--json");
    assert.equal(explained.status, 0);
    assert.equal(explained.json.cancellable, false);
    assert.deepEqual(
      explained.json.rules.map((each: any) => [each.name, each.passed]),
      [
        ["live-ticket", true],
        ["no-check-in", false],
        ["cut-off", true],
      ],
    );
    assert.match((await run("explain", hosted.booking)).out, /checked in at 20/);
  });

  test("A62 a cancel that was done is traced with what it changed, and so is a refused list", async () => {
    const token = await service.token();
    await run("check-in", hosted.booking, "--undo");
    const headers = { "x-request-id": "my-cancel" };
    const body = { booking: hosted.booking };
    await service.call({ method: "POST", path: cancelPath, token, body, headers });
    const path = `${fetchPath}?external_id=secret-person&page_size=0&unknown=1`;
    await service.call({
      path: `${fetchPath}?external_id=x`,
      token,
      headers: { "x-request-id": "fine" },
    });
    await service.call({ path, headers: { "x-request-id": "no-token" } });
    await service.call({ path, token, headers: { "x-request-id": "my-list" } });
    // Records are written in the order of their answers, so those of the other two would be there as well.
    await recorded("my-list");
    const done = (await run("trace", "my-cancel", "--json")).json;
    assert.equal(done.decision, "done");
    assert.deepEqual(
      done.changes.map((each: any) => [each.booking, each.event]),
      [[hosted.booking, "cancelled"]],
    );
    assert.deepEqual(done.changes[0].details.booking_status, ["CONFIRMED", "CANCELLED"]);
    const refused = await run("trace", "my-list", "--json");
    assert.equal(refused.json.decision, "parameter-malformed");
    assert.deepEqual(refused.json.request, {
      method: "GET",
      parameters: ["external_id", "page_size"],
    });
    assert.ok(!refused.out.includes("secret-person"));
    for (const id of ["fine", "no-token", "never-seen"]) {
      assert.equal((await run("trace", id, "--json")).status, 1, id);
    }
  });
});

describe("`booking demo`", () => {
  test("makes an account with bookings and prints calls that work as they stand", async () => {
    await using database = await testDatabase();
    const { url } = database;
    const first = (await runCommandHere(url, ["demo", "--json"])).json;
    assert.equal(first.account, "demo/development");
    assert.deepEqual(first.api_hosts, ["localhost"]);
    assert.ok(first.counts.booking > 300);
    assert.equal(first.curl.length, 3);
    assert.ok(first.external_ids.length > 8);
    const second = (await runCommandHere(url, ["demo", "--json"])).json;
    assert.equal(second.counts.booking, first.counts.booking);
    assert.equal(second.credential.client_id, first.credential.client_id);
    assert.notEqual(second.credential.client_secret, first.credential.client_secret);
    assert.deepEqual(breaches(url), []);
    assert.match(first.curl[0], new RegExp(tokenPath));
    assert.match(first.curl[2].match(/"booking":"([^"]+)"/)?.[1] ?? "", uuid);
  });

  test("names every port that is taken, before it makes anything", async () => {
    await using database = await testDatabase();
    await using server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const port = String((server.address() as AddressInfo).port);
    const environment = { PORT: port, OPERATOR_PORT: port, ACCOUNT_PAGE_PORT: port };
    const words = ["demo", "--serve", "--account-page"];
    const { status, err } = await runCommand(database.url, words, { environment });
    assert.equal(status, 1);
    for (const variable of Object.keys(environment)) {
      assert.match(err, new RegExp(`port ${port} .* change ${variable}\\b`));
    }
    assert.deepEqual(tableNames(database.url), []);
  });
});

/** All that is in the database. */
function everything(url: string): string {
  return JSON.stringify(tableNames(url).map((name) => query(url, `select * from "${name}"`)));
}

async function listed(service: TestService, externalId: string) {
  const path = `${fetchPath}?external_id=${externalId}`;
  return (await service.call({ path, token: await service.token() })).json.bookings;
}

function checkedIn(result: CommandResult): boolean[] {
  return result.json.tickets.map((ticket: any) => ticket.attendee.checked_in_at !== null);
}
