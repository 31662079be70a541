import assert from "node:assert/strict";
import { describe, test } from "node:test";
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
import { catalogue } from "./harness/seed.ts";
import { acme } from "./harness/service.ts";

type Line = Record<string, unknown>;
const summer = catalogue.find((line) => (line as Line)["public_key"] === "pk_summer") as Line;
const inLondon: Line = { ...summer, timezone: "Europe/London" };
const refused =
  /zone_change: expected keep_instants: 1 slot to come has another local time in Europe\/London, the first 2031-05-01 09:00 BST in place of 2031-05-01 10:00 CEST/;

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
