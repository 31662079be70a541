import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { formatInstant } from "./instant.ts";
import {
  formatLocal,
  instantsOf,
  parseDay,
  parseTimeOfDay,
  timesBetween,
  weekdays,
  weeklyStarts,
  type Weekday,
} from "./local-time.ts";
import { zoneNames } from "./zones/zone-clock.ts";

function starts(
  timezone: string,
  from: string,
  to: string,
  times: readonly string[],
  days: readonly Weekday[] = weekdays,
) {
  const { startingAt, skipped, repeated } = weeklyStarts({
    timezone,
    from: parseDay(from) ?? assert.fail(),
    to: parseDay(to) ?? assert.fail(),
    weekdays: days,
    times: times.map((time) => parseTimeOfDay(time) ?? assert.fail()),
  });
  return { startingAt: startingAt.map(formatInstant), skipped, repeated };
}

describe("slots by weekly pattern", () => {
  test("start at the same time by the clock on the wall, before and after the clock is changed", () => {
    assert.deepEqual(starts("Europe/Paris", "2031-03-29", "2031-03-31", ["09:00"]), {
      startingAt: ["2031-03-29T08:00:00Z", "2031-03-30T07:00:00Z", "2031-03-31T07:00:00Z"],
      skipped: [],
      repeated: [],
    });
    assert.deepEqual(starts("Europe/Paris", "2031-10-25", "2031-10-27", ["09:00"]).startingAt, [
      "2031-10-25T07:00:00Z",
      "2031-10-26T08:00:00Z",
      "2031-10-27T08:00:00Z",
    ]);
  });

  test("B66 leave out a time that the clock jumps over, and report it", () => {
    assert.deepEqual(
      starts("Europe/Paris", "2031-03-30", "2031-03-30", ["01:30", "02:00", "02:30", "03:00"]),
      {
        startingAt: ["2031-03-30T00:30:00Z", "2031-03-30T01:00:00Z"],
        skipped: ["2031-03-30T02:00", "2031-03-30T02:30"],
        repeated: [],
      },
    );
    assert.deepEqual(starts("America/New_York", "2031-03-09", "2031-03-09", ["02:30"]), {
      startingAt: [],
      skipped: ["2031-03-09T02:30"],
      repeated: [],
    });
  });

  test("B66 take the first of a time that the clock shows twice, and report it", () => {
    assert.deepEqual(
      starts("Europe/Paris", "2031-10-26", "2031-10-26", ["01:59", "02:30", "03:00"]),
      {
        startingAt: ["2031-10-25T23:59:00Z", "2031-10-26T00:30:00Z", "2031-10-26T02:00:00Z"],
        skipped: [],
        repeated: ["2031-10-26T02:30"],
      },
    );
  });

  test("are right where the clock is moved by half an hour, and where a whole day was skipped", () => {
    assert.deepEqual(
      starts("Australia/Lord_Howe", "2031-10-05", "2031-10-05", ["02:15", "02:30"]),
      {
        startingAt: ["2031-10-04T15:30:00Z"],
        skipped: ["2031-10-05T02:15"],
        repeated: [],
      },
    );
    assert.deepEqual(starts("Pacific/Apia", "2011-12-29", "2011-12-31", ["12:00"]), {
      startingAt: ["2011-12-29T22:00:00Z", "2011-12-30T22:00:00Z"],
      skipped: ["2011-12-30T12:00"],
      repeated: [],
    });
  });

  test("are right in zones far ahead of and behind UTC", () => {
    const { startingAt } = starts("Pacific/Kiritimati", "2031-01-01", "2031-01-01", ["00:30"]);
    assert.deepEqual(startingAt, ["2030-12-31T10:30:00Z"]);
    const west = starts("Pacific/Pago_Pago", "2031-01-01", "2031-01-01", ["23:30"]);
    assert.deepEqual(west.startingAt, ["2031-01-02T10:30:00Z"]);
  });

  test("fall on the days of the week that were named", () => {
    const saturdays = starts("UTC", "2031-05-01", "2031-05-31", ["10:00"], ["sat", "mon"]);
    assert.deepEqual(
      saturdays.startingAt.map((start) => new Date(start).getUTCDay()),
      [6, 1, 6, 1, 6, 1, 6, 1, 6],
    );
  });

  test("come from one time on and before another", () => {
    assert.deepEqual(timesBetween({ first: 9 * 60, end: 11 * 60, step: 45 }), [540, 585, 630]);
    assert.deepEqual(timesBetween({ first: 600, end: 600, step: 5 }), []);
  });
});

describe("a time on the wall", () => {
  const zones = zoneNames();

  test("is known in every zone that a campaign may have", () => {
    assert.ok(zones.length > 400);
    for (const zone of zones)
      assert.equal(instantsOf(Date.UTC(2031, 0, 15, 12), zone).length, 1, zone);
  });

  test("belongs to exactly the instants at which the zone's clock shows it", () => {
    const quarter = 900_000;
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(1972, 0) / quarter, max: Date.UTC(2020, 0) / quarter }),
        // The runtime's zones are of another release, which agrees on what is long past.
        (zone, index) => {
          const instant = index * quarter;
          const parts = new Intl.DateTimeFormat("sv-SE", {
            timeZone: zone,
            dateStyle: "short",
            timeStyle: "medium",
          }).format(instant);
          const wallTime = Date.parse(`${parts.replace(" ", "T")}Z`);
          const found = instantsOf(wallTime, zone);
          assert.ok(found.includes(instant), `${zone} ${formatLocal(wallTime)}`);
          assert.deepEqual(
            found,
            found.toSorted((one, other) => one - other),
          );
          assert.ok(found.length <= 2);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("is read strictly", () => {
    for (const text of ["2031-02-29", "2031-13-01", "31-01-01", "2031-1-1", "", "2031-01-01T00"]) {
      assert.equal(parseDay(text), null, text);
    }
    for (const text of ["24:00", "9:0", ":30", "09:60", "09:00:00", ""]) {
      assert.equal(parseTimeOfDay(text), null, text);
    }
    assert.equal(parseTimeOfDay("23:59"), 1439);
    assert.equal(parseTimeOfDay("9:05"), 545);
  });
});
