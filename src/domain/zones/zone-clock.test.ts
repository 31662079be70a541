import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { compileZones } from "../../../scripts/zones/compile-zones.ts";
import { instantsOf, zonedTime } from "../local-time.ts";
import { offsetAt, zoneAbbreviation, zoneNames, zoneRelease } from "./zone-clock.ts";
import shipped from "./zones.json" with { type: "json" };

const hourMs = 3_600_000;

/** What 2026 changed: zone, instant, what clocks show then. Source: the file NEWS of each release of tzdata. */
const changesOf2026: readonly (readonly [
  release: string,
  zone: string,
  at: string,
  shown: string,
])[] = [
  ["2026a", "Europe/Chisinau", "2026-03-29T00:59:59Z", "2026-03-29 02:59:59 EET"],
  ["2026a", "Europe/Chisinau", "2026-03-29T01:00:00Z", "2026-03-29 04:00 EEST"],
  ["2026a", "Europe/Chisinau", "2022-10-30T01:00:00Z", "2022-10-30 03:00 EET"],
  ["2026b", "America/Vancouver", "2026-03-08T10:00:00Z", "2026-03-08 03:00 PDT"],
  ["2026b", "America/Vancouver", "2026-12-05T18:00:00Z", "2026-12-05 11:00 MST"],
  ["2026c", "America/Edmonton", "2026-12-05T16:00:00Z", "2026-12-05 10:00 CST"],
  ["2026c", "America/Yellowknife", "2026-12-05T16:00:00Z", "2026-12-05 10:00 CST"],
  ["2026c", "Africa/Casablanca", "2026-09-20T00:59:59Z", "2026-09-20 01:59:59 GMT+1"],
  ["2026c", "Africa/Casablanca", "2026-09-20T01:00:00Z", "2026-09-20 01:00 GMT"],
  ["2026c", "Africa/El_Aaiun", "2027-07-01T10:00:00Z", "2027-07-01 10:00 GMT"],
  ["2026d", "America/Inuvik", "2026-12-05T16:00:00Z", "2026-12-05 10:00 CST"],
  ["2026e", "America/Winnipeg", "2026-12-05T15:00:00Z", "2026-12-05 10:00 EST"],
  ["2026f", "America/Havana", "2026-12-05T14:00:00Z", "2026-12-05 10:00 CDT"],
  ["2026f", "America/Havana", "2027-12-05T15:00:00Z", "2027-12-05 10:00 CST"],
];

describe("the release of the time zones", () => {
  test("has what each release of 2026 changed", () => {
    for (const [release, zone, at, shown] of changesOf2026) {
      assert.ok(release <= zoneRelease);
      assert.equal(zonedTime(Date.parse(at), zone, "second").replace(":00 ", " "), shown, zone);
    }
  });

  test("has no hour twice in Havana's November of 2026, and one in 2027", () => {
    const shownTimes = (day: string) => instantsOf(Date.parse(`${day}T00:30Z`), "America/Havana");
    assert.equal(shownTimes("2026-11-01").length, 1);
    assert.equal(shownTimes("2027-11-07").length, 2);
  });

  test("repeats the rules of each zone after the last change that it lists", () => {
    const at = (zone: string, text: string) => zoneAbbreviation(Date.parse(text), zone);
    assert.equal(at("Europe/Paris", "2095-03-27T00:59:59Z"), "CET");
    assert.equal(at("Europe/Paris", "2095-03-27T01:00:00Z"), "CEST");
    // Southern summers span the new year; Dublin's winter is the exception to its standard time.
    assert.equal(at("Australia/Sydney", "2095-01-01T00:00:00Z"), "AEDT");
    assert.equal(at("Australia/Sydney", "2095-07-01T00:00:00Z"), "AEST");
    assert.equal(at("Europe/Dublin", "2095-07-01T00:00:00Z"), "IST");
    assert.equal(at("Europe/Dublin", "2095-01-01T00:00:00Z"), "GMT");
    // Half an hour, and changes on the evening before.
    assert.equal(offsetAt(Date.parse("2095-01-01"), "Australia/Lord_Howe"), 11 * hourMs);
    assert.equal(offsetAt(Date.parse("2095-07-01"), "Australia/Lord_Howe"), 10.5 * hourMs);
    assert.equal(at("America/Nuuk", "2031-03-30T00:59:59Z"), "GMT-2");
    assert.equal(at("America/Nuuk", "2031-03-30T01:00:00Z"), "GMT-1");
    assert.equal(at("Asia/Kathmandu", "2031-01-01T00:00:00Z"), "GMT+5:45");
  });

  test("agrees with the runtime's own release about what is long past", () => {
    for (const zone of zoneNames()) {
      const clock = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
      for (let at = Date.UTC(1980, 0, 5); at < Date.UTC(2020, 0); at += 160 * 24 * hourMs) {
        const [, sign = "", hours = 0, minutes = 0, seconds = 0] =
          /GMT([+-]?)(?:(\d\d):(\d\d)(?::(\d\d))?)?/.exec(clock.format(at)) ?? [];
        const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
        assert.equal(
          offsetAt(at, zone),
          size === 0 ? 0 : (sign === "-" ? -1 : 1) * size * 1000,
          `${zone} ${new Date(at).toISOString()}`,
        );
      }
    }
  });

  const folder = "/usr/share/zoneinfo";
  const source = `${folder}/tzdata.zi`;
  const here = existsSync(source)
    ? /^# version (\S+)/.exec(readFileSync(source, "utf8"))?.[1]
    : null;
  test(
    "is what this system's files compile to, where they are of that release",
    { skip: here === zoneRelease ? false : `this system has ${here ?? "no tzdata.zi"}` },
    () => assert.deepEqual(compileZones(folder), shipped),
  );
});
