import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatInstant } from "../instant.ts";
import { instantOfLocal, prepareTimes } from "./csv-times.ts";

/** Each time of a column in Paris as an instant, or what was expected. */
function column(...texts: readonly string[]): string[] {
  const read = prepareTimes(() => texts.map((at) => ({ at })));
  return texts.map((text) => {
    const time = read("at", text);
    const found = "wallTime" in time ? instantOfLocal(time.wallTime, "Europe/Paris") : time;
    return "text" in found ? found.text : `expected ${found.expected}`;
  });
}

const may = "2030-05-01T07:00:00Z";
const ambiguous = /^expected a date whose order its column shows, .* write it as 2030-05-01 09:00$/;
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

  test("has its month first where AM or PM stands in its column", () => {
    assert.deepEqual(column("5/1/2030 9:00 AM", "5/1/2030 12:30 pm", "05/01/2030 09:00"), [
      may,
      "2030-05-01T10:30:00Z",
      may,
    ]);
    assert.deepEqual(column("5/1/2030 12:05 AM"), ["2030-04-30T22:05:00Z"]);
  });

  test("with slashes is refused where nothing decides, or two rows disagree", () => {
    for (const texts of [
      ["01/05/2030 09:00", "12/12/2030 09:00"],
      ["13/05/2030 09:00", "05/13/2030 09:00"],
      ["13/05/2030 9:00 AM", "05/06/2030 9:00 AM"],
    ]) {
      for (const answer of column(...texts)) assert.match(answer, ambiguous);
    }
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
      const [answer = ""] = column(text);
      assert.ok(answer === malformed || ambiguous.test(answer), `${text}: ${answer}`);
    }
    assert.deepEqual(column("tomorrow"), [malformed]);
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
