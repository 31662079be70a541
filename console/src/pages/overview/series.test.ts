import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Overview } from "../../api/operations.ts";
import { asTable, currentRate, refusalSeries, requestSeries, shortNumber } from "./series.ts";

const reasons = ["a", "b", "c", "d", "e", "f"];
const overview: Overview = {
  api: null,
  window: "5m",
  step_seconds: 2,
  from: "2030-05-01T08:00:00Z",
  to: "2030-05-01T08:00:20Z",
  counting_since: "2030-05-01T07:00:00Z",
  incomplete: false,
  requests_per_second: {
    "oauth:token": [0, 0, 0, 0, 0, 9, 1, 1, 1, 3],
    none: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  },
  refusals_per_second: Object.fromEntries(reasons.map((reason, index) => [reason, [index, 1]])),
  latency_ms: {},
  totals: {
    requests: 32,
    refused: 3,
    requests_by_endpoint: { "oauth:token": 32, none: 0 },
    refusals_by_reason: Object.fromEntries(reasons.map((reason, index) => [reason, index + 1])),
    latency_ms: {},
  },
};

describe("the lines of the overview", () => {
  test("are those of endpoints, and of paths that are none only where there were some", () => {
    assert.deepEqual(
      requestSeries(overview).map(({ label }) => label),
      ["Token"],
    );
  });

  test("are those of the most frequent reasons, and one of all others", () => {
    const lines = refusalSeries(overview);
    assert.deepEqual(
      lines.map(({ label }) => label),
      ["f", "e", "d", "c", "All others"],
    );
    assert.deepEqual(lines[4]?.values, [1, 2]);
  });

  test("end with what happens now, the mean of ten seconds", () => {
    assert.equal(currentRate(overview), 3);
    assert.equal(currentRate({ ...overview, step_seconds: 300 }), 3);
  });

  test("can be read as a table, in which no peak is lost", () => {
    const [line] = requestSeries(overview);
    assert.ok(line);
    const rows = asTable([line], { from: 1_000, stepSeconds: 2, rows: 3 });
    assert.deepEqual(rows, [
      { from: 1_000, values: [0] },
      { from: 9_000, values: [9] },
      { from: 17_000, values: [3] },
    ]);
    const nothing = [{ label: "p50", values: [null, null] }];
    assert.deepEqual(asTable(nothing, { from: 0, stepSeconds: 2, rows: 1 })[0]?.values, [null]);
  });

  test("have short numbers", () => {
    assert.deepEqual([null, 0, 0.2468, 5.46, 52, 1240].map(shortNumber), [
      "–",
      "0",
      "0.25",
      "5.5",
      "52.0",
      "1,240",
    ]);
  });
});
