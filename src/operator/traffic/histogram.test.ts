import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { countLatency, noLatencies, percentile, QuickHistogram } from "./histogram.ts";

function counted(durations: readonly number[]) {
  const counts = noLatencies();
  for (const seconds of durations) countLatency(counts, seconds);
  return counts;
}

describe("percentiles of latencies", () => {
  test("are in the right class, wherever most of them are", () => {
    const duration = fc.double({ min: 0.0002, max: 60, noNaN: true });
    const some = fc.array(duration, { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(some, fc.constantFrom(0.5, 0.9, 0.99, 1), (durations, part) => {
        const sorted = durations.toSorted((a, b) => a - b);
        const exact = sorted[Math.ceil(part * sorted.length) - 1] ?? assert.fail();
        const told = percentile(counted(durations), part) ?? assert.fail();
        // Within one class, whose bounds are a square root of two apart.
        assert.ok(told >= exact / 1.42 && told <= exact * 1.42, `${told} for ${exact}`);
      }),
    );
  });

  test("of a few hundred evenly spread ones are within a fifth", () => {
    const counts = counted(Array.from({ length: 500 }, (_, index) => (index + 1) / 1000));
    for (const [part, exact] of [
      [0.5, 0.25],
      [0.9, 0.45],
      [0.99, 0.495],
    ] as const) {
      const told = percentile(counts, part) ?? assert.fail();
      assert.ok(Math.abs(told - exact) < exact / 5, `${told} for ${exact}`);
    }
  });

  test("include the shortest and the longest, and there is none of no request", () => {
    assert.equal(percentile(noLatencies(), 0.5), null);
    const shortest = percentile(counted([0, 0.00001]), 0.99) ?? assert.fail();
    assert.ok(shortest > 0 && shortest <= 0.0001);
    assert.ok((percentile(counted([1e9]), 0.5) ?? 0) > 60);
  });
});

test("a histogram that is asked twice for the same labels counts in one place", async () => {
  const histogram = new QuickHistogram({
    name: "waits",
    help: "Waits.",
    labelNames: ["endpoint"],
    buckets: [1],
    registers: [],
  });
  histogram.under({ endpoint: "list" }).observe(0.5);
  histogram.under({ endpoint: "list" }).observe(2);
  histogram.under({ endpoint: "cancel" }).observe(2);
  assert.deepEqual(
    histogram.cells.map(({ labels, counts }) => [labels, counts]),
    [
      [{ endpoint: "list" }, [1, 1]],
      [{ endpoint: "cancel" }, [0, 1]],
    ],
  );
});
