import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatLocal } from "./local-time.ts";
import { leftOutDays, parseDays, type Days } from "./left-out-days.ts";

const written = ({ from, to }: Days) =>
  [from, to].map((day) => formatLocal(day).slice(0, 10)).join("..");

function read(text: string) {
  const found = leftOutDays(text);
  return "badLine" in found ? found.badLine : found.days.map(written);
}

describe("days without slots", () => {
  test("are a day, or days with both ends", () => {
    assert.equal(written(parseDays("2030-12-25") ?? assert.fail()), "2030-12-25..2030-12-25");
    assert.equal(
      written(parseDays(" 2030-12-24..2031-01-01 ") ?? assert.fail()),
      "2030-12-24..2031-01-01",
    );
    for (const text of [
      "",
      "25.12.2030",
      "2030-02-30",
      "2031-01-01..2030-12-24",
      "2030-12-24..",
      "a..b..c",
    ]) {
      assert.equal(parseDays(text), null, text);
    }
  });

  test("are the lines of a file, with comments, whatever ends them", () => {
    assert.deepEqual(
      read("\uFEFF# Feiertage\r\n2030-12-25 # Weihnachten\r\n\r\n2030-12-31..2031-01-01\n"),
      ["2030-12-25..2030-12-25", "2030-12-31..2031-01-01"],
    );
    assert.equal(read("2030-12-25\nChristmas\n"), 2);
    assert.deepEqual(read(""), []);
  });

  test("are the events of a calendar, whose ends are the days after, in folded lines", () => {
    assert.deepEqual(
      read(
        [
          "BEGIN:VCALENDAR",
          "VERSION:2.0",
          "BEGIN:VTIMEZONE",
          "TZID:Europe/Berlin",
          "BEGIN:STANDARD",
          "DTSTART:19701025T030000",
          "END:STANDARD",
          "END:VTIMEZONE",
          "BEGIN:VEVENT",
          "DTSTART;VALUE=DATE:20301224",
          "DTEND;VALUE=DATE:20310102",
          "SUMMARY:Weihnachts",
          " ferien",
          "END:VEVENT",
          "BEGIN:VEVENT",
          "DTSTART;VALUE=DA",
          " TE:20310501",
          "SUMMARY:Tag der Arbeit",
          "END:VEVENT",
          "BEGIN:VEVENT",
          "DTSTART;TZID=Europe/Berlin:20310602T220000",
          "DTEND;TZID=Europe/Berlin:20310603T020000",
          "END:VEVENT",
          "END:VCALENDAR",
        ].join("\r\n"),
      ),
      ["2030-12-24..2031-01-01", "2031-05-01..2031-05-01", "2031-06-02..2031-06-03"],
    );
  });
});
