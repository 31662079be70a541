import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { formatInstant, parseInstant } from "./instant.ts";

const eight = Date.UTC(2030, 4, 1, 8);
const yearZero = -62_167_219_200_000;
const endOfYear9999 = 253_402_300_799_999;

/** Any UTF-16 unit, halves of surrogate pairs among them. */
const anyUnit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));

describe("parseInstant", () => {
  const read: readonly (readonly [text: string, instant: number])[] = [
    ["2030-05-01T08:00:00Z", eight],
    ["2030-05-01t08:00:00z", eight],
    ["2030-05-01T08:00:00+00:00", eight],
    ["2030-05-01T08:00:00-00:00", eight],
    ["2030-05-01T10:00:00+02:00", eight],
    ["2030-05-01T00:30:00-07:30", eight],
    ["2030-05-01T13:45:00+05:45", eight],
    ["2030-05-02T07:59:00+23:59", eight],
    ["2030-04-30T08:01:00-23:59", eight],
    ["2030-05-01T08:00:00.5Z", eight + 500],
    ["2030-05-01T08:00:00.05Z", eight + 50],
    ["2030-05-01T08:00:00.123Z", eight + 123],
    ["2030-05-01T08:00:00.000000000Z", eight],
    ["2030-05-01T08:00:00.120000000Z", eight + 120],
    ["2030-05-01T10:00:00.007+02:00", eight + 7],
    ["1970-01-01T00:00:00Z", 0],
    ["1969-12-31T23:59:59.999Z", -1],
    ["0000-01-01T00:00:00Z", yearZero],
    ["0000-02-29T00:00:00Z", yearZero + 59 * 86_400_000],
    ["0001-01-01T00:00:00Z", yearZero + 366 * 86_400_000],
    ["0099-12-31T23:59:59Z", Date.parse("0099-12-31T23:59:59Z")],
    ["9999-12-31T23:59:59.999Z", endOfYear9999],
    ["2000-02-29T00:00:00Z", Date.UTC(2000, 1, 29)],
    ["2028-02-29T12:00:00Z", Date.UTC(2028, 1, 29, 12)],
    ["2400-02-29T00:00:00Z", Date.UTC(2400, 1, 29)],
    ["2016-12-31T23:59:60Z", Date.UTC(2017, 0, 1)],
    ["2016-12-31T23:59:60.5Z", Date.UTC(2017, 0, 1) + 500],
    ["2016-12-31T18:59:60-05:00", Date.UTC(2017, 0, 1)],
    ["2017-01-01T05:29:60+05:30", Date.UTC(2017, 0, 1)],
  ];

  test("reads RFC 3339 with Z or an offset, in either letter case (R64, A11)", () => {
    for (const [text, instant] of read) assert.equal(parseInstant(text), instant, text);
  });

  const refused: Readonly<Record<string, readonly string[]>> = {
    "a date that no calendar has": [
      "2030-02-30T00:00:00Z",
      "2026-02-29T00:00:00Z",
      "1900-02-29T00:00:00Z",
      "2100-02-29T00:00:00Z",
      "2030-04-31T00:00:00Z",
      "2030-05-32T00:00:00Z",
      "2030-05-00T00:00:00Z",
      "2030-00-01T00:00:00Z",
      "2030-13-01T00:00:00Z",
      "2030-99-99T00:00:00Z",
    ],
    "a time that no clock shows": [
      "2030-05-01T24:00:00Z",
      "2030-05-01T08:60:00Z",
      "2030-05-01T08:00:60Z",
      "2016-12-31T22:59:60Z",
      "2016-12-31T23:58:60Z",
      "2016-12-31T23:59:60+01:00",
      "2016-12-31T23:59:61Z",
      "2030-05-01T99:00:00Z",
    ],
    "an offset that is none": [
      "2030-05-01T08:00:00+24:00",
      "2030-05-01T08:00:00+02:60",
      "2030-05-01T08:00:00+2:00",
      "2030-05-01T08:00:00+0200",
      "2030-05-01T08:00:00+02",
      "2030-05-01T08:00:00Z+02:00",
      "2030-05-01T08:00:00+02:00Z",
      "2030-05-01T08:00:00\u221202:00",
      "2030-05-01T08:00:00CEST",
      "2030-05-01T08:00:00[Europe/Paris]",
    ],
    "a + that arrived as a space": ["2030-05-01T10:00:00 02:00"],
    "a time without its seconds, its zone or its date": [
      "2030-05-01T08:00Z",
      "2030-05-01T08Z",
      "2030-05-01T08:00:00",
      "2030-05-01",
      "08:00:00Z",
      "2030-05-01T",
      "",
    ],
    "a fraction without digits or with a comma": [
      "2030-05-01T08:00:00.Z",
      "2030-05-01T08:00:00,5Z",
      "2030-05-01T08:00:00.5.5Z",
      "2030-05-01T08:00:00.-5Z",
      "2030-05-01T08:00:00.1e3Z",
    ],
    "a space or a line end beside it": [
      " 2030-05-01T08:00:00Z",
      "2030-05-01T08:00:00Z ",
      "2030-05-01T08:00:00Z\n",
      "2030-05-01 08:00:00Z",
      "2030-05-01T08:00:00 Z",
    ],
    "a year of fewer or more than four digits": [
      "30-05-01T08:00:00Z",
      "203-05-01T08:00:00Z",
      "12030-05-01T08:00:00Z",
      "+012030-05-01T08:00:00Z",
      "-000001-05-01T08:00:00Z",
    ],
    "what only Date would read": [
      "2030-5-1T8:0:0Z",
      "2030/05/01T08:00:00Z",
      "20300501T080000Z",
      "2030-W18-3T08:00:00Z",
      "Wed, 01 May 2030 08:00:00 GMT",
      "1903852800",
      "1903852800000",
      "now",
      "\u0662\u0660\u0663\u0660-05-01T08:00:00Z",
      "\uff12\uff10\uff13\uff10-05-01T08:00:00Z",
    ],
  };

  for (const [what, texts] of Object.entries(refused)) {
    test(`refuses ${what} (A11)`, () => {
      for (const text of texts) assert.equal(parseInstant(text), null, JSON.stringify(text));
    });
  }

  test("a fraction finer than a millisecond lies between its two milliseconds", () => {
    for (const [fraction, floor] of [
      [".0001", 0],
      [".1234", 123],
      [".1239", 123],
      [".9999", 999],
      [".999001", 999],
      [".9999999", 999],
      [".0000001", 0],
      [".999999999999999999999999", 999],
      [".000000000000000000000001", 0],
    ] as const) {
      const instant = parseInstant(`2030-05-01T08:00:00${fraction}Z`) ?? Number.NaN;
      assert.equal(Math.floor(instant), eight + floor, fraction);
      assert.equal(Math.ceil(instant), eight + floor + 1, fraction);
    }
  });

  test("accepts exactly the dates that the calendar has", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const text = `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}T00:00:00Z`;
          const exists = day >= 1 && day <= daysIn(year, month);
          assert.equal(parseInstant(text) !== null, exists, text);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("an instant is the same whatever offset it is written with", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(1, 0, 2), max: Date.UTC(9999, 11, 30) }),
        fc.integer({ min: -1439, max: 1439 }),
        (instant, minutes) => {
          const size = Math.abs(minutes);
          const local = formatInstant(instant + minutes * 60_000).slice(0, -1);
          const offset = `${digits(Math.floor(size / 60), 2)}:${digits(size % 60, 2)}`;
          assert.equal(parseInstant(`${local}${minutes < 0 ? "-" : "+"}${offset}`), instant);
        },
      ),
    );
  });

  test("no text throws, and none reads as something that is no number", () => {
    const almost = fc.stringMatching(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.Zz+-]{0,20}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: anyUnit }), almost), (text) => {
        const instant = parseInstant(text);
        assert.ok(instant === null || Number.isFinite(instant), text);
      }),
    );
  });
});

describe("formatInstant", () => {
  test("prints no fraction when it is zero, else three digits (A6)", () => {
    for (const [instant, text] of [
      [eight, "2030-05-01T08:00:00Z"],
      [eight + 1, "2030-05-01T08:00:00.001Z"],
      [eight + 120, "2030-05-01T08:00:00.120Z"],
      [eight + 999, "2030-05-01T08:00:00.999Z"],
      [0, "1970-01-01T00:00:00Z"],
      [-0, "1970-01-01T00:00:00Z"],
      [-1, "1969-12-31T23:59:59.999Z"],
      [-1000, "1969-12-31T23:59:59Z"],
      [yearZero, "0000-01-01T00:00:00Z"],
      [endOfYear9999, "9999-12-31T23:59:59.999Z"],
      [endOfYear9999 - 999, "9999-12-31T23:59:59Z"],
    ] as const) {
      assert.equal(formatInstant(instant), text);
    }
  });

  test("what it prints is UTC ending in Z and reads as the same instant (R24)", () => {
    const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/;
    const instants = fc.integer({ min: yearZero, max: endOfYear9999 });
    const wholeSeconds = fc
      .integer({ min: yearZero / 1000, max: (endOfYear9999 - 999) / 1000 })
      .map((seconds) => seconds * 1000);
    fc.assert(
      fc.property(fc.oneof(instants, wholeSeconds), (instant) => {
        const text = formatInstant(instant);
        assert.match(text, form);
        assert.ok(!text.endsWith(".000Z"), text);
        assert.equal(parseInstant(text), instant);
      }),
    );
  });
});

function digits(number: number, length: number): string {
  return String(number).padStart(length, "0");
}

function daysIn(year: number, month: number): number {
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return (
    [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? Number.NaN
  );
}
