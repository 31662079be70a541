import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatInstant } from "../instant.ts";
import { type DateOrder, DateOrders, instantOfLocal, prepareTimes } from "./spreadsheet-dates.ts";

/** Each time of a column in Paris as an instant, or what was expected. */
function column(...texts: readonly string[]): string[] {
  return read(texts);
}

/** The same where the sender gives the order of the dates. */
function given(order: DateOrder, ...texts: readonly string[]): string[] {
  return read(texts, order);
}

function read(texts: readonly string[], order?: DateOrder): string[] {
  const orders = new DateOrders(["at"]);
  for (const at of texts) orders.see({ at });
  const readTime = prepareTimes(order ?? orders);
  return texts.map((text) => {
    const time = readTime("at", text);
    const found = "wallTime" in time ? instantOfLocal(time.wallTime, "Europe/Paris") : time;
    return "text" in found ? found.text : `expected ${found.expected}`;
  });
}

const may = "2030-05-01T07:00:00Z";
const ambiguous =
  /^expected a date whose order its column shows by a number above 12, or that is given \(--dates .* 2030-05-01 09:00$/;
const contradictory =
  /^expected dates in one order: in this column .* write them as 2030-05-01 09:00$/;
const malformed =
  "expected a time such as 2030-05-01 09:00, 01.05.2030 09:00 or 2030-05-01T09:00:00+02:00";

describe("a time in a spreadsheet", () => {
  test("is RFC 3339, or local in one of the forms that spreadsheets write, also mixed", () => {
    const texts = ["2030-05-01T07:00:00Z", "2030-05-01T09:00:00+02:00"];
    assert.deepEqual(column(...texts), texts);
    const local = [
      "2030-05-01 09:00",
      "2030-05-01T09:00",
      "2030-05-01 9:00:00",
      "01.05.2030 09:00",
      "1.5.2030 9:00",
      "01.05.2030, 09:00:00",
    ];
    assert.deepEqual(
      column(...local),
      local.map(() => may),
    );
  });

  test("has its day first or second where a day above 12 in its column shows it", () => {
    assert.deepEqual(column("01/05/2030 09:00", "13/05/2030 09:00"), [may, "2030-05-13T07:00:00Z"]);
    assert.deepEqual(column("05/13/2030 09:00", "05/01/2030 09:00"), ["2030-05-13T07:00:00Z", may]);
  });

  test("shows no order by AM or PM, which half of the day-first countries write", () => {
    assert.match(column("5/01/2031 9:00 AM", "6/01/2031 2:30 PM").join(), ambiguous);
    assert.deepEqual(column("5/01/2030 9:00 AM", "13/01/2030 12:30 pm"), [
      "2030-01-05T08:00:00Z",
      "2030-01-13T11:30:00Z",
    ]);
    assert.deepEqual(column("5/1/2030 12:05 AM", "5/13/2030 9:00 a.m."), [
      "2030-04-30T22:05:00Z",
      "2030-05-13T07:00:00Z",
    ]);
  });

  test("with slashes or hyphens is refused where nothing decides, or two rows disagree", () => {
    for (const answer of column("01/05/2030 09:00", "12/12/2030 09:00")) {
      assert.match(answer, ambiguous);
    }
    assert.match(column("02-05-2031 09:00:00").join(), ambiguous);
    assert.deepEqual(column("02-05-2030 09:00:00", "13-05-2030 09:00"), [
      "2030-05-02T07:00:00Z",
      "2030-05-13T07:00:00Z",
    ]);
    for (const answer of column("13/05/2030 09:00", "05/13/2030 09:00", "01-02-2030 09:00")) {
      assert.match(answer, contradictory);
      assert.match(answer, /13\/05\/2030 09:00 has its day first and 05\/13\/2030 09:00 its month/);
    }
  });

  test("that is none in either order shows no order of its column", () => {
    for (const none of ["13/14/2031 09:00", "31/02/2031 09:00", "0/13/2031 09:00"]) {
      const [first = "", second] = column("5/01/2031 09:00", none);
      assert.match(first, ambiguous, none);
      assert.equal(second, malformed, none);
    }
    assert.match(column("5/01/2031 09:00", "13/01/2031 24:30")[0] ?? "", ambiguous);
  });

  test("has the order that its sender gives", () => {
    assert.deepEqual(given("dmy", "1/05/2030 9:00 AM"), [may]);
    assert.deepEqual(given("mdy", "5/01/2030 9:00 AM"), [may]);
    assert.match(given("dmy", "5/13/2030 09:00").join(), /^expected a date with its day first, as/);
    assert.match(
      given("mdy", "13/5/2030 09:00").join(),
      /^expected a date with its month first, as/,
    );
    assert.match(given("ymd", "1/5/2030 09:00").join(), /^expected a date with its year first, as/);
    // These say their order themselves.
    for (const order of ["dmy", "mdy", "ymd"] as const) {
      assert.deepEqual(given(order, "2030/5/1 9:00", "1.5.2030 9:00", "May 1, 2030 9:00"), [
        may,
        may,
        may,
      ]);
    }
  });

  test("is taken in the forms of spreadsheets and exports of many countries", () => {
    for (const text of [
      "2030/5/1 9:00:00",
      "2030.05.01. 09:00:00",
      "2030-05-01 07:00:00+00:00",
      "2030-05-01 07:00 UTC",
      "2030-05-01 09:00 am",
      "2030-05-01T09:00+0200",
      "01.05.2030 09:00",
      "Wed 1 May 2030 09:00",
      "Wed, May 1, 2030 9:00 AM",
      "Wednesday, 1st May 2030 09:00",
      "1. Mai 2030 09:00",
      "Mi., 1. Mai 2030 09:00",
      "01.May.2030 09:00",
      "mercredi 1 mai 2030 09:00",
      "1 de mayo de 2030 9:00",
      "1 mei 2030 09:00",
      "mercoledì 1 maggio 2030, 09:00",
      "1-May-2030 9:00 a.\u00A0m.",
      "2030-05-01, 9:00\u202FAM",
    ]) {
      assert.deepEqual(column(text), [may], text);
    }
    assert.deepEqual(column("01/05/2030, 9:00 am", "31/05/2030, 9:00 am")[0], may);
    assert.deepEqual(column("2030-05-01 07:00:00.250+00:00"), ["2030-05-01T07:00:00.250Z"]);
  });

  test("that no calendar or clock has is refused with one that is right", () => {
    for (const text of [
      "2030-02-30 09:00",
      "32.01.2030 09:00",
      "13/13/2030 09:00",
      "2030-05-01 24:30",
      "2030-05-01 13:00 PM",
      "1.5.30 09:00",
      "2030-05-01",
      "tomorrow",
    ]) {
      assert.deepEqual(column(text), [malformed]);
    }
  });

  test("that a clock change skips or doubles is refused, and the refusal says so", () => {
    assert.deepEqual(column("2030-03-31 02:30", "27.10.2030 02:30", "2030-10-27T02:30:00+01:00"), [
      "expected a time that clocks in Europe/Paris show that day, such as 2030-03-31 03:00: they are put forward over this one",
      "expected 2030-10-27T02:30:00+02:00 or 2030-10-27T02:30:00+01:00: clocks in Europe/Paris are put back, and show this time twice",
      "2030-10-27T02:30:00+01:00",
    ]);
    const lordHowe = instantOfLocal(Date.UTC(2030, 9, 6, 2, 10), "Australia/Lord_Howe");
    assert.match("expected" in lordHowe ? lordHowe.expected : "", /such as 2030-10-06 02:30:/);
    const first = instantOfLocal(Date.UTC(2030, 9, 27, 2, 30), "Europe/Paris", "first");
    assert.deepEqual(first, { text: formatInstant(Date.UTC(2030, 9, 27, 0, 30)) });
  });
});
