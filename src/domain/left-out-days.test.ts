import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { leftOutDays, parseDays } from "./left-out-days.ts";
import { formatLocal, type Days } from "./local-time.ts";

const written = ({ from, to }: Days) =>
  [from, to].map((day) => formatLocal(day).slice(0, 10)).join("..");

function read(text: string) {
  const asked = { from: 0, to: 0, timezone: "Europe/Berlin" };
  const found = leftOutDays(text, asked);
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

  test("are the events of a calendar", () => {
    const event = "BEGIN:VEVENT\nDTSTART;VALUE=DATE:20310501\nEND:VEVENT\n";
    assert.deepEqual(read(`\uFEFF\nBEGIN:VCALENDAR\n${event}END:VCALENDAR`), [
      "2031-05-01..2031-05-01",
    ]);
  });
});
