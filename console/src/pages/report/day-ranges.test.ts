import assert from "node:assert/strict";
import { test } from "node:test";
import { dayRanges, nameOfRange } from "./day-ranges.ts";

const rangesOn = (today: string) =>
  Object.fromEntries(
    dayRanges.map(({ name, range }) => [name, Object.values(range(today)).join(" ")]),
  );

test("ranges of days follow the calendar, over months, years and leap days", () => {
  assert.deepEqual(rangesOn("2028-03-01"), {
    "last-28": "2028-02-03 2028-03-01",
    "this-week": "2028-02-28 2028-03-05",
    "last-week": "2028-02-21 2028-02-27",
    "this-month": "2028-03-01 2028-03-31",
    "last-month": "2028-02-01 2028-02-29",
    "next-28": "2028-03-01 2028-03-28",
  });
  assert.equal(rangesOn("2027-01-31")["last-month"], "2026-12-01 2026-12-31");
});

test("a range is named by its days", () => {
  assert.equal(nameOfRange({ from: "2026-10-01", to: "2026-10-31" }, "2026-11-28"), "last-month");
  assert.equal(nameOfRange({ from: "2026-10-01", to: "2026-10-30" }, "2026-11-28"), "own");
});
