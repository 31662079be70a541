import assert from "node:assert/strict";
import { test } from "node:test";
import { isTimeZone } from "./zone-clock.ts";

test("an IANA zone or link by its exact name is a time zone (R22)", () => {
  for (const name of [
    "Europe/Paris",
    "Europe/Kyiv",
    "Europe/Kiev",
    "Asia/Kolkata",
    "Asia/Calcutta",
    "Asia/Ho_Chi_Minh",
    "America/New_York",
    "America/Argentina/Buenos_Aires",
    "America/Indiana/Indianapolis",
    "America/Port-au-Prince",
    "Australia/Lord_Howe",
    "Pacific/Auckland",
    "US/Eastern",
    "UTC",
    "Etc/UTC",
  ]) {
    assert.ok(isTimeZone(name), name);
  }
});

test("every zone of a region that the runtime knows is a time zone", () => {
  const names = Intl.supportedValuesOf("timeZone").filter((name) => /^(?!Etc\/).+\//.test(name));
  assert.ok(names.length > 300, `${names.length} zones`);
  assert.deepEqual(
    names.filter((name) => !isTimeZone(name)),
    [],
  );
});

const refused: Readonly<Record<string, readonly string[]>> = {
  "an offset": [
    "+02:00",
    "-05:00",
    "+0200",
    "+02",
    "02:00",
    "UTC+2",
    "UTC+02:00",
    "GMT+1",
    "GMT-1",
    "GMT0",
    "Etc/GMT+1",
    "Etc/GMT-14",
    "Etc/GMT+12",
    "Etc/GMT0",
    "Etc/GMT+0",
    "Etc/GMT-0",
    "Z",
  ],
  "an abbreviation": ["EST", "MST", "HST", "CET", "PST", "CEST", "EST5EDT", "PST8PDT", "WET"],
  "another letter case": ["europe/paris", "EUROPE/PARIS", "Europe/paris", "utc", "Utc"],
  "a name with something beside it": [
    " Europe/Paris",
    "Europe/Paris ",
    "Europe/Paris\n",
    "Europe/Paris\0",
    "/Europe/Paris",
    "Europe/Paris/",
    "Europe//Paris",
    ":Europe/Paris",
    "posix/Europe/Paris",
    "right/Europe/Paris",
    "../Europe/Paris",
  ],
  "what is no zone": [
    "",
    "/",
    "Europe",
    "Paris",
    "Europe/",
    "Europe/Pariss",
    "Europe Paris",
    "Europe\\Paris",
    "Mars/Olympus",
    "Romance Standard Time",
    "local",
    "null",
    "__proto__",
    "constructor",
    "toString",
  ],
};

for (const [what, names] of Object.entries(refused)) {
  test(`${what} is no time zone (R22)`, () => {
    for (const name of names) assert.ok(!isTimeZone(name), JSON.stringify(name));
  });
}
