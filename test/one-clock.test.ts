import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { runCommandHere } from "./harness/command-here.ts";
import { booking, catalogue, productionHost, type BookingLine } from "./harness/seed.ts";
import { acme, startTestService, type TestService } from "./harness/service.ts";

const account = "acme/production";
const [noon, evening] = ["2031-05-01T10:00:00Z", "2031-05-01T20:00:00Z"];

const slots = [
  ["pk_summer", noon],
  ["pk_summer", evening],
  ["pk_winter", evening],
].map(([interaction, starting_at]) => ({
  kind: "slot",
  interaction,
  activity: "tasting",
  starting_at,
  capacity: 9,
}));
const bookedAt = "2025-04-01T10:11:12Z";
const at = (interaction: string, slot_starting_at: string): BookingLine =>
  booking("ann", { interaction, slot_starting_at, booked_at: bookedAt });
const inParis = at("pk_summer", noon);
const inNewYork = at("pk_winter", evening);

describe("one clock on the command line (A96)", () => {
  let service: TestService;
  const run = (...words: string[]) => runCommandHere(service.databaseUrl, words);
  const found = async (...words: string[]) =>
    (await run("find", account, ...words, "--json")).json.map((each: any) => each.booking);

  before(async () => {
    const data = [...catalogue, ...slots, inParis, inNewYork];
    service = await startTestService([{ name: acme, hosts: [productionHost], data }]);
  });
  after(() => service[Symbol.asyncDispose]());

  test("each row has the time of its own campaign, and --utc the time in UTC", async () => {
    const { out } = await run("find", account);
    assert.match(out, /pk_summer +tasting +2031-05-01 12:00 CEST/);
    assert.match(out, /pk_winter +tasting +2031-05-01 16:00 EDT/);
    const utc = (await run("--utc", "find", account)).out;
    assert.match(utc, /pk_winter +tasting +2031-05-01T20:00:00Z/);
    assert.match((await run("slot", "list", account)).out, /2031-05-01 16:00 EDT +pk_winter/);
    const explained = (await run("explain", inNewYork.booking)).out;
    assert.match(explained, /CONFIRMED since 2025-04-01 06:11:12 EDT\./);
    assert.doesNotMatch(explained, /\dZ/);
  });

  test("a slot's hour has no seconds; what happened has them also on the minute", async () => {
    const onTheMinute = { ...at("pk_summer", evening), booked_at: "2025-04-01T10:11:00Z" };
    const input = JSON.stringify(onTheMinute);
    const words = ["import", account, "-", "--json"];
    assert.equal((await runCommandHere(service.databaseUrl, words, { input })).status, 0);
    const shown = (await run("show", onTheMinute.booking)).out;
    assert.match(shown, /slot +2031-05-01 22:00 CEST/);
    assert.match(shown, /^2025-04-01 12:11:00 CEST +imported/m);
  });

  test("a hold that is released shows the same times as when it was made", async () => {
    const hold = randomUUID();
    const place = ["--interaction", "pk_winter", "--activity", "tasting", "--slot", evening];
    const words = ["hold", account, "--hold", hold, ...place, "--ticket-type", "standard"];
    const made = await run(...words);
    const released = await run("hold", "release", account, hold);
    for (const { out, status, err } of [made, released]) {
      assert.equal(status, 0, err);
      assert.match(out, /slot +2031-05-01 16:00 EDT/);
      assert.match(out, /ends? +20\d\d-\d\d-\d\d \d\d:\d\d:\d\d E[DS]T/);
    }
    const utc = await run("hold", "show", account, hold, "--json");
    assert.equal(utc.json.slot_starting_at, evening);
  });

  test("--json and files keep RFC 3339 in UTC", async () => {
    const shown = await run("show", inNewYork.booking, "--json");
    assert.equal(shown.json.slot_starting_at, evening);
    const csv = await run("slot", "list", account, "--csv");
    assert.match(csv.out, /2031-05-01T20:00:00Z/);
    const report = await run("report", account, "--by", "slot", "--csv");
    assert.match(report.out, /2031-05-01T20:00:00Z/);
    assert.match((await run("report", account, "--by", "slot")).out, /2031-05-01 16:00 EDT/);
  });

  test("a time without an offset is one of the campaign's clocks", async () => {
    const paris = ["--interaction", "pk_summer"];
    assert.deepEqual(await found(...paris, "--slot", "2031-05-01 12:00"), [inParis.booking]);
    assert.deepEqual(await found(...paris, "--slot", "01.05.2031 12:00"), [inParis.booking]);
    assert.deepEqual(await found(...paris, "--slot", "2031-05-01 10:00", "--utc"), [
      inParis.booking,
    ]);
    const day = ["--from", "2031-05-01", "--to", "2031-05-01"];
    assert.deepEqual(await found("--interaction", "pk_winter", ...day), [inNewYork.booking]);
    const moved = await run("move", inParis.booking, "--slot", "2031-05-01 22:00", "--json");
    assert.equal(moved.json.slot_starting_at, evening);
    const back = await run("move", inParis.booking, "--slot", "2031-05-01 12:00");
    assert.match(back.out, /slot +2031-05-01 12:00 CEST/);
  });

  test("9:00 is 09:00", async () => {
    const place = ["--interaction", "pk_winter", "--activity", "tasting", "--capacity", "1"];
    const added = await run(
      "slot",
      "add",
      account,
      ...place,
      "--slot",
      "2031-06-01 9:00",
      "--json",
    );
    assert.deepEqual(added.json.created, ["2031-06-01T13:00:00Z"]);
    const days = ["--from", "2031-06-02", "--to", "2031-06-02", "--json"];
    for (const [words, times] of [
      [["--at", "9:00"], ["2031-06-02T13:00:00Z"]],
      [["--between", "8:00-9:00"], ["2031-06-02T12:00:00Z"]],
    ] as const) {
      const made = await run("slot", "pattern", account, ...place, ...days, ...words);
      assert.deepEqual(made.json.created, times);
    }
  });

  test("a time that clocks skip or show twice is refused, and the sentence says what to write", async () => {
    const find = (slot: string) =>
      run("find", account, "--interaction", "pk_summer", "--slot", slot);
    const skipped = await find("2031-03-30 02:30");
    assert.equal(skipped.status, 2);
    assert.match(skipped.err, /such as 2031-03-30 03:00: they are put forward/);
    const twice = await find("2031-10-26 02:30");
    assert.equal(twice.status, 2);
    assert.match(twice.err, /2031-10-26T02:30:00\+02:00 or 2031-10-26T02:30:00\+01:00/);
  });

  test("what belongs to no campaign has the zone that all share, else UTC, and says so", async () => {
    assert.equal((await run("whoami", "--json")).json.timezone, null);
    assert.match((await run("audit", account)).out, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC /);
    const read = await run("find", account, "--from", "2031-05-01 18:00");
    assert.match(read.err, /read as UTC/);
    const unknown = await run(
      "find",
      account,
      "--interaction",
      "pk_nowhere",
      "--from",
      "2031-05-01 09:00",
    );
    assert.match(unknown.err, /read as UTC/);
    assert.match(read.out, /16:00 EDT/);
    assert.doesNotMatch(read.out, /12:00 CEST/);

    const data = catalogue.filter((line) => !/pk_(winter|fair)/.test(JSON.stringify(line)));
    await using alone = await startTestService([{ name: acme, hosts: [productionHost], data }]);
    const there = (...words: string[]) => runCommandHere(alone.databaseUrl, words);
    assert.equal((await there("whoami", "--json")).json.timezone, "Europe/Paris");
    assert.match((await there("audit")).out, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d CES?T /);
    const ends = await there(
      "operator",
      "create",
      "jo",
      "--role",
      "viewer",
      "--expires",
      "2031-07-01",
    );
    assert.match(ends.out, /ends +2031-07-01 00:00:00 CEST/);
  });

  test("a key that may not read the catalogue gets the zone that its campaigns share", async () => {
    const make = [
      "operator",
      "create",
      "reports",
      "--scope",
      "report",
      "--interaction",
      "pk_winter",
    ];
    const { key } = (await run(...make, "--json")).json;
    const env = { BOOKING_SERVER: service.operator, BOOKING_KEY: key };
    const report = await runCommandHere("", ["report", account, "--by", "slot"], { env });
    assert.match(report.out, /2031-05-01 16:00 EDT/);
  });
});
