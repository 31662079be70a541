import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatInstant } from "../src/domain/instant.ts";
import { isRefused } from "../src/domain/refusal.ts";
import {
  openBookingHouse,
  slotLine,
  slotStart,
  type BookingHouse,
} from "./harness/booking-house.ts";
import { auditContext, editCatalogue } from "./harness/catalogue-edits.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { acmePath, openDesk } from "./harness/operator-api.ts";
import { query } from "./harness/query.ts";
import { catalogue, productionHost, uatHost } from "./harness/seed.ts";
import { acme, startTestService } from "./harness/service.ts";

type Line = Record<string, unknown>;
const summer = catalogue.find((line) => (line as Line)["public_key"] === "pk_summer") as Line;
const inLondon: Line = { ...summer, timezone: "Europe/London" };
const refused =
  /zone_change: expected keep_instants or keep_wall_clock: 1 slot to come has another local time in Europe\/London, the first 2031-05-01 10:00 CEST becomes 2031-05-01 09:00 BST/;
const keptHour = { ...inLondon, zone_change: "keep_wall_clock" };
const at = (time: string) => ({ starting_at: `2031-05-01T${time}:00Z` });

function importLine({ service }: BookingHouse, line: object, ...words: string[]) {
  return runCommandHere(service.databaseUrl, ["import", "acme/production", "-", ...words], {
    input: `${JSON.stringify(line)}\n`,
  });
}

async function zoneOf({ door }: BookingHouse) {
  const campaigns = await door.findCampaigns();
  return campaigns.find(({ publicKey }) => publicKey === "pk_summer")?.timezone;
}

describe("another time zone for a campaign with slots to come", () => {
  test("is a bad line, with what moves, unless the line or the import says that it is meant", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })]);
    const silent = await importLine(house, inLondon);
    assert.equal(silent.status, 1);
    assert.match(silent.err, refused);
    assert.equal(await zoneOf(house), "Europe/Paris");
    const meant = { ...inLondon, zone_change: "keep_instants" };
    const done = await importLine(house, meant, "--json");
    assert.equal(done.status, 0, done.err);
    assert.deepEqual(done.json.updated, { interaction: 1 });
    assert.equal(await zoneOf(house), "Europe/London");
    // Said again, it changes nothing; no record has the word.
    assert.deepEqual((await importLine(house, meant, "--json")).json.unchanged, { interaction: 1 });
    const { out } = await runCommandHere(house.service.databaseUrl, ["export", "acme/production"]);
    assert.doesNotMatch(out, /zone_change/);
    const back = await importLine(house, summer, "--zone-change", "keep_instants");
    assert.equal(back.status, 0, back.err);
    assert.equal(await zoneOf(house), "Europe/Paris");
    const [slot] = await house.door.findSlots({ publicKey: "pk_summer", limit: 1 });
    assert.equal(slot?.startingAt, slotStart);
  });

  test("is refused to an edit as well, over the operator API", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })]);
    const edited = await editCatalogue(house.service.store, auditContext(), acme, [
      { line: inLondon },
    ]);
    assert.ok(isRefused<{ why: string }>(edited));
    assert.equal(edited.refused.why, "edits-bad");
    const desk = await openDesk(house.service);
    const path = `${acmePath}/interactions/pk_summer`;
    const { kind: _, public_key: _key, ...fields } = inLondon;
    const put = (more: object) =>
      desk.ask("PUT", path, { ...fields, ...more }, { "if-match": "*" });
    const silent = await put({});
    assert.equal(silent.status, 422, silent.text);
    assert.match(silent.text, /1 slot to come has another local time/);
    const meant = await put({ zone_change: "keep_instants" });
    assert.equal(meant.status, 200, meant.text);
    assert.equal(meant.json.timezone, "Europe/London");
    assert.equal("zone_change" in meant.json, false);
  });

  test("is refused to an edit with slots of the campaign, whose starts would be those of before or after", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })]);
    const slot = slotLine({ capacity: 3, ...at("09:00") });
    const edited = await editCatalogue(house.service.store, auditContext(), acme, [
      { line: keptHour },
      { line: slot },
    ]);
    assert.ok(isRefused<{ why: string; errors: { line: number; field: string }[] }>(edited));
    assert.deepEqual(
      edited.refused.errors.map(({ line, field }) => [line, field]),
      [[1, "zone_change"]],
    );
    assert.equal(await zoneOf(house), "Europe/Paris");
  });

  test("needs no word where no slot to come has another local time", async () => {
    const past = new Date(Date.now() - 86_400_000).toISOString();
    await using house = await openBookingHouse([slotLine({ capacity: 2, starting_at: past })]);
    assert.equal((await importLine(house, inLondon)).status, 0);
    // A zone of another name whose clocks show the same.
    await house.save(slotLine({ capacity: 1 }));
    assert.equal((await importLine(house, { ...summer, timezone: "Europe/Jersey" })).status, 0);
    assert.equal(await zoneOf(house), "Europe/Jersey");
  });
});

describe("keep_wall_clock", () => {
  test("moves slots to come and their bookings to the same hour, told as moves, and nothing else", async () => {
    const begun = new Date(Date.now() - 86_400_000).toISOString();
    await using house = await openBookingHouse([
      slotLine({ capacity: 1 }),
      // An hour later, so that on their way both would meet.
      slotLine({ capacity: 5, ...at("09:00") }),
      slotLine({ capacity: 3, starting_at: begun }),
    ]);
    const { databaseUrl } = house.service;
    const [confirmed, waiting, cancelled] = [
      await house.book("C-1"),
      await house.book("C-2"),
      await house.book("C-3"),
    ];
    const cancel = { kind: "cancel", ticket: null } as const;
    await house.change(cancelled, cancel);
    const shown = async ({ booking }: typeof confirmed) =>
      (await runCommandHere(databaseUrl, ["show", booking.id, "--json"])).json;
    const before = await shown(confirmed);
    const changes = () =>
      runCommandHere(databaseUrl, ["changes", "acme/production", "--from-start"]);
    const earlier = (await changes()).out.trim().split("\n").length;

    const dry = await importLine(house, keptHour, "--dry-run", "--json");
    assert.equal(dry.status, 0, dry.err);
    assert.match(
      dry.err,
      /2 slots to come move with all bookings to the same hour of Europe\/London, the first from 2031-05-01T08:00:00Z to 2031-05-01T09:00:00Z/,
    );
    assert.equal((await shown(confirmed)).slot_starting_at, "2031-05-01T08:00:00Z");

    const done = await importLine(house, keptHour, "--json");
    assert.equal(done.status, 0, done.err);
    const after = await shown(confirmed);
    assert.equal(after.slot_starting_at, "2031-05-01T09:00:00Z");
    assert.equal(after.booked_at, before.booked_at);
    assert.equal((await shown(waiting)).booking_status, "WAITLIST");
    assert.equal((await shown(cancelled)).slot_starting_at, "2031-05-01T09:00:00Z");
    const slots = await house.door.findSlots({ publicKey: "pk_summer", limit: 9 });
    assert.deepEqual(
      slots.map(({ startingAt, seats }) => [new Date(startingAt).toISOString(), seats.capacity]),
      [
        [begun, 3],
        ["2031-05-01T09:00:00.000Z", 1],
        ["2031-05-01T10:00:00.000Z", 5],
      ],
    );
    const told = (await changes()).out
      .trim()
      .split("\n")
      .slice(earlier)
      .map((line) => JSON.parse(line) as Line);
    assert.deepEqual(
      told.map(({ change }) => String(change)).toSorted((one, other) => one.localeCompare(other)),
      ["capacity-changed", "capacity-changed", "moved", "moved", "slot-changed", "slot-changed"],
    );
    const verified = await runCommandHere(databaseUrl, ["verify", "--json"]);
    assert.deepEqual(verified.json.breaches, []);
    // Seats are given back where the slot is now, and who waits is promoted there.
    await house.change(confirmed, cancel);
    assert.equal(await house.promote(waiting), "CONFIRMED");
    assert.deepEqual((await runCommandHere(databaseUrl, ["verify", "--json"])).json.breaches, []);
    // Said again, nothing moves.
    assert.deepEqual((await importLine(house, keptHour, "--json")).json.unchanged, {
      interaction: 1,
    });
  });

  const refusals: Readonly<
    Record<string, readonly [slots: readonly object[], zone: string, what: RegExp]>
  > = {
    "an hour that the clocks skip": [
      [slotLine({ capacity: 1, starting_at: "2031-03-09T01:30:00Z" })],
      "America/New_York",
      /clocks skip 2031-03-09 02:30 in America\/New_York/,
    ],
    "an hour that the clocks show twice": [
      [slotLine({ capacity: 1, starting_at: "2031-11-02T00:30:00Z" })],
      "America/New_York",
      /clocks show 2031-11-02 01:30 in America\/New_York, at which a slot begins, twice/,
    ],
    "two slots that would meet": [
      // Paris shows 02:30 twice that night, and London's day has one.
      [
        slotLine({ capacity: 1, starting_at: "2031-10-26T00:30:00Z" }),
        slotLine({ capacity: 1, starting_at: "2031-10-26T01:30:00Z" }),
      ],
      "Asia/Tokyo",
      /two slots would begin at 2031-10-26 02:30 in Asia\/Tokyo/,
    ],
    "a slot that would have begun": [
      [slotLine({ capacity: 1, starting_at: new Date(Date.now() + 1_800_000).toISOString() })],
      "Asia/Tokyo",
      /a slot to come would have begun at /,
    ],
  };
  for (const [what, [slots, timezone, expected]] of Object.entries(refusals)) {
    test(`refuses ${what}, and changes nothing`, async () => {
      await using house = await openBookingHouse([...slots]);
      const line = { ...summer, timezone, zone_change: "keep_wall_clock" };
      const answer = await importLine(house, line);
      assert.equal(answer.status, 1);
      assert.match(answer.err, expected);
      assert.equal(await zoneOf(house), "Europe/Paris");
    });
  }

  test("refuses a file with slots or bookings of the campaign", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })]);
    const file = [keptHour, slotLine({ capacity: 3 })].map((line) => JSON.stringify(line));
    const answer = await runCommandHere(
      house.service.databaseUrl,
      ["import", "acme/production", "-"],
      { input: `${file.join("\n")}\n` },
    );
    assert.equal(answer.status, 1);
    assert.match(answer.err, /a file of its own: this one has slots or bookings of the campaign/);
  });
});

describe("a release that changes a zone", () => {
  /** As a release before would have stored them: an hour off. */
  async function openFormerRelease() {
    const house = await openBookingHouse([slotLine({ capacity: 2 })]);
    query(house.service.databaseUrl, "update slot set utc_offset_minutes = 60");
    return house;
  }
  const doctor = async ({ service }: Pick<BookingHouse, "service">) => {
    const { json } = await runCommandHere(service.databaseUrl, ["doctor", "--json"]);
    const checks = json.checks as { name: string; ok: boolean; message: string }[];
    return checks.find(({ name }) => name === "local times");
  };
  const meant = (what: string) => ({ ...summer, zone_change: what });
  const moved = /pk_summer of acme\/production: 1 slot to come/;

  for (const [what, start] of [
    ["keep_wall_clock", "2031-05-01T07:00:00Z"],
    ["keep_instants", slotStart],
  ] as const) {
    test(`is named by doctor, and ${what} puts it right`, async () => {
      await using house = await openFormerRelease();
      const found = await doctor(house);
      assert.equal(found?.ok, false);
      assert.match(found?.message ?? "", moved);
      // The same line without a word changes nothing.
      assert.deepEqual((await importLine(house, summer, "--json")).json.unchanged, {
        interaction: 1,
      });
      const done = await importLine(house, meant(what), "--json");
      assert.equal(done.status, 0, done.err);
      const [slot] = await house.door.findSlots({ publicKey: "pk_summer", limit: 1 });
      assert.equal(slot?.startingAt, typeof start === "number" ? start : Date.parse(start));
      assert.equal(await doctor(house), undefined);
    });
  }

  test("is named with each account's campaigns and slots, however many there are", async () => {
    // Three at each start, so that a page of 200 ends between two of them.
    const starts = Array.from({ length: 70 }, (_, hour) => slotStart + hour * 3_600_000);
    const many = starts.flatMap((start) =>
      [{}, { host: "ann" }, { host: "bob" }].map((place) =>
        slotLine({
          capacity: 1,
          starting_at: formatInstant(start),
          ...("host" in place && { activity: "workshop", ...place }),
        }),
      ),
    );
    const ofWinter = slotLine({
      capacity: 1,
      interaction: "pk_winter",
      starting_at: "2031-05-09T08:00:00Z",
    });
    await using service = await startTestService([
      { name: acme, hosts: [productionHost], data: [...catalogue, ...many, ofWinter] },
      { name: { ...acme, environment: "uat" }, hosts: [uatHost], data: [...catalogue, ofWinter] },
    ]);
    query(
      service.databaseUrl,
      "update slot set utc_offset_minutes = 60 where account_id <> 1 or utc_offset_minutes = 120",
    );
    const found = await doctor({ service });
    assert.match(
      found?.message ?? "",
      /: pk_summer of acme\/production: 210 slots to come, the first now at 2031-05-01 10:00[^;]*; pk_winter of acme\/uat: 1 slot to come, the first now at 2031-05-09 04:00[^;]*\. Import/,
    );
  });
});
