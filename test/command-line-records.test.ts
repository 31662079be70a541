import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { runCommandHere } from "./harness/command-here.ts";
import { acmeWith, booking, catalogue, productionHost } from "./harness/seed.ts";
import { acme, startTestService, type TestService } from "./harness/service.ts";

const account = "acme/production";
const summer = ["--interaction", "pk_summer"];
const workshop = [...summer, "--activity", "workshop"];

describe("the catalogue on the command line", () => {
  let service: TestService;
  before(async () => {
    service = await startTestService([{ name: acme, hosts: [productionHost], data: catalogue }]);
  });
  after(() => service[Symbol.asyncDispose]());
  const run = (...words: string[]) => runCommandHere(service.databaseUrl, words);
  const list = async (...words: string[]) =>
    (await run("catalogue", "list", account, ...words, "--json")).json;

  test("lists everything of a kind, or what belongs to one campaign or activity", async () => {
    const keys = (await list("interaction")).map((line: any) => line.public_key);
    assert.deepEqual(keys.toSorted(), ["pk_fair", "pk_summer", "pk_winter"]);
    assert.equal((await list("activity")).length, 5);
    assert.equal((await list("activity", ...summer)).length, 3);
    assert.equal((await list("ticket_type")).length, 10);
    assert.deepEqual(await list("host", ...workshop), [
      {
        kind: "host",
        interaction: "pk_summer",
        activity: "workshop",
        id: "ann",
        display_name: "Ann",
        slot_duration_in_minutes: 20,
        overlaps: false,
      },
      {
        kind: "host",
        interaction: "pk_summer",
        activity: "workshop",
        id: "bob",
        display_name: "Bob",
        slot_duration_in_minutes: null,
        overlaps: false,
      },
    ]);
    for (const line of await list("interaction")) assert.equal(line.waitlist_promotion, "manual");
    const summerLine = await run(
      "catalogue",
      "show",
      account,
      "interaction",
      "pk_summer",
      "--json",
    );
    assert.equal(summerLine.json.waitlist_promotion, "manual");
    const { out } = await run("catalogue", "list", account, "interaction");
    assert.match(out, /^PUBLIC KEY +GROUP +TIMEZONE/);
    assert.match(out, /pk_winter +acme-us +America\/New_York +en +en, es/);
  });

  test("shows one of a kind, and removes what nobody booked", async () => {
    const ann = ["host", "ann", ...workshop];
    const shown = await run("catalogue", "show", account, ...ann, "--json");
    assert.equal(shown.json.display_name, "Ann");
    const removed = await run("catalogue", "remove", account, ...ann, "--json");
    assert.deepEqual(removed.json, { removed: true });
    const again = await run("catalogue", "remove", account, ...ann, "--json");
    assert.equal(again.status, 1);
    assert.match(again.json.error.message, /no such thing.*`booking catalogue list`/);
    assert.equal((await run("catalogue", "show", account, ...ann)).status, 1);

    const activity = ["activity", "workshop", ...summer];
    const full = await run("catalogue", "remove", account, ...activity, "--json");
    assert.match(full.json.error.message, /--with-everything-unbooked/);
    const emptied = await run(
      "catalogue",
      "remove",
      account,
      ...activity,
      "--with-everything-unbooked",
    );
    assert.equal(emptied.status, 0, emptied.err);
    assert.equal((await list("activity", ...summer)).length, 2);
  });

  test("refuses a kind that does not exist, parents that a kind has not, and missing ones", async () => {
    for (const [words, message] of [
      [["list", account, "campaign"], /no kind of the catalogue: group, interaction/],
      [["list", account, "group", ...summer], /--interaction does not go with group/],
      [["list", account, "interaction", ...workshop], /--interaction does not go/],
      [["list", account, "host", "--activity", "tasting"], /needs --interaction/],
      [["show", account, "host", "ann"], /2 options missing: --interaction and --activity/],
      [["remove", account, "host", "ann", ...summer], /1 option missing: --activity/],
      [["show", account, "group", ""], /unique_key must be/],
    ] as const) {
      const { status, err } = await run("catalogue", ...words);
      assert.equal(status, 2, words.join(" "));
      assert.match(err, message);
    }
  });
});

describe("closing and labelling on the command line", () => {
  let service: TestService;
  before(async () => {
    service = await startTestService([acmeWith([])]);
  });
  after(() => service[Symbol.asyncDispose]());
  const run = (...words: string[]) => runCommandHere(service.databaseUrl, words);
  const clients = async () => (await run("credential", "list", account, "--json")).json;

  test("a client has a label from the start, gets another, and loses it", async () => {
    const made = await run("credential", "create", account, "--label", "web shop", "--json");
    const { client_id } = made.json;
    const labelOf = async () =>
      (await clients()).find((each: any) => each.client_id === client_id).label;
    assert.equal(await labelOf(), "web shop");
    const labelled = await run("credential", "label", client_id, "app", "--json");
    assert.equal(labelled.json.label, "app");
    assert.equal(await labelOf(), "app");
    assert.match((await run("credential", "list", account)).out, new RegExp(`${client_id} +app `));
    const [{ details }] = (await run("audit", "--action", "credential labelled", "--json")).json;
    assert.deepEqual(details, { before: "web shop", after: "app" });
    await run("credential", "label", client_id);
    assert.equal(await labelOf(), null);
    const refused = await run("credential", "label", client_id, "two\nlines", "--json");
    assert.equal(refused.status, 1);
    assert.match(refused.json.error.message, /^label must be a text of 1 to 128 printable/);
    assert.equal((await run("credential", "label", "bsc_unknown", "x")).status, 1);
  });

  test("a list shows each secret's own end, also of a client that was revoked later", async () => {
    const made = await run("credential", "create", account, "--json");
    const { client_id } = made.json;
    await run("credential", "rotate", client_id, "--now");
    await run("credential", "rotate", client_id, "--overlap", "2h");
    const [last, overlapped, ended] = (await clients()).find(
      (each: any) => each.client_id === client_id,
    ).secrets;
    const rows = async () =>
      (await run("credential", "list", account, "--utc")).out
        .split("\n")
        .filter((line) => line.startsWith(client_id));
    const ends = (await rows()).map((row) => row.split(/ {2,}/).at(-1));
    assert.deepEqual(ends, ["open", overlapped.expires_at, ended.expires_at]);
    await run("credential", "revoke", client_id);
    const after = (await rows()).map((row) => row.split(/ {2,}/).at(-1));
    assert.match(after[0] ?? "", /^revoked /);
    assert.match(after[1] ?? "", /^revoked /);
    assert.equal(after[2], ended.expires_at);
    assert.equal(last.expires_at, null);
  });

  test("`account close` names what it would take away, and takes it away", async () => {
    const live = (await clients()).filter((each: any) => each.revoked_at === null);
    const closing = {
      account,
      api_hosts: [productionHost],
      disabled_endpoints: [
        "interactions:cancelInteractionBooking",
        "interactions:fetchContactBookings",
      ],
      revoked_clients: live.map((each: any) => each.client_id).toSorted(),
    };
    const dry = await run("account", "close", account, "--dry-run", "--json");
    assert.deepEqual(dry.json, { ...closing, dry_run: true });
    const closed = await run("account", "close", account, "--json");
    assert.deepEqual(closed.json, { ...closing, dry_run: false });
    assert.match(closed.err, /The account is closed/);
    const shown = (await run("account", "show", account, "--json")).json;
    assert.deepEqual([shown.api_hosts, shown.enabled_endpoints], [[], []]);
    assert.ok((await clients()).every((each: any) => each.revoked_at !== null));
    assert.equal((await run("account", "close", "nobody/uat")).status, 1);
  });
});

describe("the audit log on the command line", () => {
  test("lists what operators did, newest first, by account, actor, action and time", async () => {
    await using service = await startTestService([acmeWith([])]);
    const run = (...words: string[]) => runCommandHere(service.databaseUrl, words);
    const audit = async (...words: string[]) => (await run("audit", ...words, "--json")).json;
    await run("account", "host", "add", account, "second.example");
    await run("account", "host", "remove", account, "second.example");
    const [removed, added] = await audit(account, "--limit", "2");
    assert.deepEqual(Object.keys(removed).toSorted(), [
      "account",
      "action",
      "actor",
      "at",
      "details",
      "id",
      "request_id",
      "subject",
    ]);
    assert.equal(removed.action, "host removed");
    assert.equal(added.action, "host added");
    assert.match(added.actor, /^command line: /);
    assert.deepEqual(await audit("--action", "host added"), [added]);
    assert.deepEqual(await audit("--actor", "operator: nobody"), []);
    assert.deepEqual(await audit("--subject", added.subject), [removed, added]);
    assert.deepEqual(await audit("--subject", "another"), []);
    assert.deepEqual(await audit(account, "--to", "2001-01-01T00:00:00Z"), []);
    assert.deepEqual(await audit("--action", "host added", "--from", added.at), [added]);
    assert.deepEqual(await audit("--request-id", "none"), []);
    assert.match((await run("audit", account, "--limit", "1")).err, /more than 1: raise --limit/);
    assert.match(
      (await run("audit")).out,
      /host second\.example of acme\/production was added by command line: /,
    );
    assert.equal((await run("audit", "nobody/uat")).status, 1);
  });
});

describe("contacts on the command line", () => {
  const past = booking("ann", {
    slot_starting_at: "2025-05-01T08:00:00Z",
    tickets: [{ attendee: { display_name: "Ann", checked_in_at: "2025-05-01T07:58:00Z" } }, {}],
  });
  const open = booking("ann");
  const bobs = booking("bob");
  let service: TestService;
  before(async () => {
    service = await startTestService([acmeWith([past, open, bobs])]);
  });
  after(() => service[Symbol.asyncDispose]());
  const run = (...words: string[]) => runCommandHere(service.databaseUrl, words);
  const ann = ["--external-id", "ann"];

  test("export prints the contact's bookings as the account's export has them", async () => {
    const { out, err, status } = await run("contact", "export", account, ...ann);
    assert.equal(status, 0, err);
    const whole = (await run("export", account)).out.split("\n");
    const lines = out.trimEnd().split("\n");
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).booking),
      [past.booking, open.booking],
    );
    for (const line of lines) assert.ok(whole.includes(line), line);
    assert.equal(err, "Exported 2 lines.\n");
    assert.equal((await run("contact", "export", account, "--external-id", "nobody")).status, 1);
  });

  test("`find` shows how many tickets of a booking are checked in", async () => {
    const { out } = await run("find", "--account", account, ...ann);
    // The nearest first: what comes next, then what was last.
    assert.match(out, /CONFIRMED\n.*CONFIRMED +1 of 2\n$/);
  });

  test("erase counts in a dry run, asks about bookings to come, then takes the contact out", async () => {
    const erase = (...words: string[]) => run("contact", "erase", account, ...ann, ...words);
    const undecided = await erase("--json");
    assert.equal(undecided.status, 1);
    assert.match(undecided.json.error.message, /has 1 booking to come: say with --upcoming/);
    const dry = await erase("--upcoming", "cancel", "--dry-run", "--json");
    assert.deepEqual(dry.json, { bookings: 2, cancelled: 1, dry_run: true });
    const look = async (id: string) => (await run("show", id, "--account", account, "--json")).json;
    assert.equal((await look(open.booking)).booking_status, "CONFIRMED");

    const erased = await erase("--upcoming", "cancel");
    assert.equal(erased.out, "Erased the contact of 2 bookings, and cancelled 1.\n");
    const { booking_status, external_id } = await look(open.booking);
    assert.equal(booking_status, "CANCELLED");
    assert.notEqual(external_id, "ann");
    assert.equal((await look(past.booking)).tickets[0].attendee.display_name, null);
    assert.equal((await look(bobs.booking)).external_id, "bob");
    assert.equal((await erase()).status, 1);
    assert.equal((await erase("--upcoming", "forget")).status, 2);
  });
});

describe("one slot on the command line", () => {
  test("shows its seats, who waits and why, and who has arrived", async () => {
    const here = booking("ann", {
      tickets: [{ attendee: { checked_in_at: "2025-05-01T07:58:00Z" } }, {}],
    });
    const waiting = booking("bob", { booking_status: "WAITLIST" });
    await using service = await startTestService([acmeWith([here, waiting])]);
    const place = [...summer, "--activity", "tasting", "--slot", "2030-05-01T08:00:00Z"];
    const run = (verb: string, ...words: string[]) =>
      runCommandHere(service.databaseUrl, ["slot", verb, account, ...place, ...words]);
    const shown = await run("show", "--json");
    assert.equal(shown.json.taken, 2);
    assert.equal(shown.json.waiting_tickets, 1);

    const [entry, ...rest] = (await run("waitlist", "--json")).json;
    assert.deepEqual(rest, []);
    assert.equal(entry.booking, waiting.booking);
    assert.equal(entry.waitlist.position, 1);
    assert.match((await run("waitlist")).out, /bob .* It is number 1 on the waitlist/);

    assert.deepEqual((await run("arrivals", "--json")).json, {
      expected: 2,
      arrived: 1,
      check_ins: ["2025-05-01T07:58:00Z"],
    });
    assert.equal(
      (await run("arrivals")).out,
      "1 of 2 tickets have arrived.\n  2025-05-01 09:58:00 CEST\n",
    );
    const elsewhere = [...summer, "--activity", "tasting", "--slot", "2031-05-01T08:00:00Z"];
    for (const verb of ["show", "waitlist", "arrivals"]) {
      const words = ["slot", verb, account, ...elsewhere];
      assert.equal((await runCommandHere(service.databaseUrl, words)).status, 1);
    }
  });
});
