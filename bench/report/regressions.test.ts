import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Comparison } from "../measure/compare.ts";
import { findRegressions, ratiosOf } from "./regressions.ts";

describe("ratios that were kept", () => {
  test("a ratio that is surely more than a tenth worse is reported, with a request's added cost", () => {
    const [told, ...more] = findRegressions([list({ median: 0.6, low: 0.55, high: 0.65 })], kept);
    assert.match(told ?? "", /^list, sqlite: service \/ tuned is 0\.60 .*it was 0\.90.* 50 % more/);
    assert.deepEqual(more, []);
  });

  test("one that may be as good, or that is better, or that nobody has kept, is not told", () => {
    assert.deepEqual(findRegressions([list({ median: 0.6, low: 0.4, high: 0.82 })], kept), []);
    assert.deepEqual(findRegressions([list({ median: 1.2, low: 1.1, high: 1.3 })], kept), []);
    assert.deepEqual(findRegressions([list({ median: 0.1, low: 0.1, high: 0.1 })], {}), []);
  });

  test("what is kept is what is compared with", () => {
    assert.deepEqual(ratiosOf([list({ median: 0.9, low: 0.8, high: 1 })]), kept);
  });
});

const kept = { "list, sqlite: service / tuned": 0.9 };

function list(cpu: { median: number; low: number; high: number }): Comparison {
  const throughput = { median: 1, low: 1, high: 1 };
  return {
    title: "list",
    engine: "sqlite",
    rounds: 6,
    measured: [],
    ratios: [{ of: "service", to: "tuned", throughput, cpu }],
  };
}
