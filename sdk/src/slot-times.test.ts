import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { endsAt, formatStart, startsAt } from "./slot-times.ts";

const at = (slot_starting_at: string, timezone = "Europe/Paris") => ({
  slot_starting_at,
  interaction: { public_key: "pk", timezone },
});

describe("the times of a slot", () => {
  test("the start is an instant, with or without a fraction", () => {
    assert.equal(+startsAt(at("2030-05-01T08:00:00Z")), Date.UTC(2030, 4, 1, 8));
    assert.equal(+startsAt(at("2030-05-01T08:00:00.250Z")), Date.UTC(2030, 4, 1, 8, 0, 0, 250));
  });

  test("R26 there is an end only where there is a duration", () => {
    assert.equal(endsAt(at("2030-05-01T08:00:00Z")), undefined);
    const end = endsAt({ ...at("2030-05-01T08:00:00Z"), slot_duration_in_minutes: 45 });
    assert.equal(end?.toISOString(), "2030-05-01T08:45:00.000Z");
  });

  const shown: [start: string, zone: string, wall: string][] = [
    ["2030-05-01T08:00:00Z", "Europe/Paris", "Wednesday, May 1, 2030 at 10:00 AM GMT+2"],
    ["2030-05-01T08:00:00Z", "America/New_York", "Wednesday, May 1, 2030 at 4:00 AM EDT"],
    // Both nights on which clocks change, and both ends of the world.
    ["2030-03-31T00:59:00Z", "Europe/Paris", "Sunday, March 31, 2030 at 1:59 AM GMT+1"],
    ["2030-03-31T01:00:00Z", "Europe/Paris", "Sunday, March 31, 2030 at 3:00 AM GMT+2"],
    ["2030-10-27T00:30:00Z", "Europe/Paris", "Sunday, October 27, 2030 at 2:30 AM GMT+2"],
    ["2030-10-27T01:30:00Z", "Europe/Paris", "Sunday, October 27, 2030 at 2:30 AM GMT+1"],
    ["2030-01-01T11:00:00Z", "Pacific/Apia", "Wednesday, January 2, 2030 at 12:00 AM GMT+13"],
    ["2030-01-01T10:00:00Z", "Pacific/Pago_Pago", "Monday, December 31, 2029 at 11:00 PM GMT-11"],
    ["2030-01-01T10:00:00Z", "Asia/Kolkata", "Tuesday, January 1, 2030 at 3:30 PM GMT+5:30"],
    // A zone that this runtime's data does not know.
    ["2030-05-01T08:00:00Z", "Mars/Olympus", "Wednesday, May 1, 2030 at 8:00 AM UTC"],
  ];
  for (const [start, zone, wall] of shown) {
    test(`${start} in ${zone} is ${wall}`, () => {
      assert.equal(formatStart(at(start, zone), "en-US").replaceAll("\u202f", " "), wall);
    });
  }

  test("the reader's locale and format count, the zone stays the campaign's", () => {
    const booking = at("2030-05-01T08:00:00Z");
    assert.equal(formatStart(booking, "fr-FR"), "mercredi 1 mai 2030 à 10:00 UTC+2");
    const short = formatStart(booking, "de-DE", {
      dateStyle: "short",
      timeStyle: "short",
      timeZone: "Asia/Tokyo",
    });
    assert.equal(short, "01.05.30, 10:00");
    const unknown = formatStart(at("2030-05-01T08:00:00Z", "Mars/Olympus"), "en-GB", {
      timeStyle: "short",
    });
    assert.match(unknown, /08:00 UTC/);
  });
});
