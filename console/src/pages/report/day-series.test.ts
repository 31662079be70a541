import assert from "node:assert/strict";
import { test } from "node:test";
import { daySeries } from "./day-series.ts";

test("a day without slots is a gap, and no zero", () => {
  const figures = { tickets: 4, checked_in: 3, no_shows: 1, capacity: 8 } as const;
  const rows = ["2026-11-03", "2026-11-05"].map((day) => ({ day, ...figures }));
  const { from, series } = daySeries(rows as unknown as Parameters<typeof daySeries>[0]);
  assert.equal(from, Date.parse("2026-11-03"));
  assert.deepEqual(
    series.map(({ values }) => values),
    [
      [4, null, 4],
      [3, null, 3],
      [1, null, 1],
      [8, null, 8],
    ],
  );
});
