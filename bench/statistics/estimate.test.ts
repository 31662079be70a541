import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { mix } from "../world/mix.ts";
import { estimate, estimateRatio } from "./estimate.ts";
import { quantile } from "./quantile.ts";

/** Pseudorandom values around 100 that are always the same. */
const noisy = (count: number, salt: number) =>
  Array.from({ length: count }, (_, index) => 90 + (mix(index, salt) / 2 ** 32) * 20);

describe("estimates", () => {
  test("a quantile between two values is between them in proportion", () => {
    assert.equal(quantile([4, 1, 3, 2], 0.5), 2.5);
    assert.equal(quantile([10, 20], 0.25), 12.5);
    assert.equal(quantile([7], 0.99), 7);
  });

  test("one wild value hardly moves the median, and the bounds hold it", () => {
    const { median, low, high } = estimate([...noisy(11, 1), 100_000]);
    assert.ok(median > 90 && median < 110, String(median));
    assert.ok(low <= median && median <= high);
  });

  test("more values give closer bounds, and the same values the same ones", () => {
    const few = estimate(noisy(6, 2));
    const many = estimate(noisy(60, 2));
    assert.ok(many.high - many.low < few.high - few.low);
    assert.deepEqual(estimate(noisy(6, 2)), few);
  });

  test("a ratio is taken pair by pair, so that what both suffered drops out", () => {
    const moods = noisy(10, 3).map((value, index) => value * (index % 2 === 0 ? 1 : 5));
    const ratio = estimateRatio(
      moods.map((mood) => mood * 2),
      moods,
    );
    for (const bound of Object.values(ratio)) assert.ok(Math.abs(bound - 2) < 1e-9, String(bound));
  });

  test("two series of one kind are distinguished from two of different kinds", () => {
    const same = estimateRatio(noisy(20, 4), noisy(20, 5));
    assert.ok(same.low < 1 && same.high > 1, JSON.stringify(same));
    const slower = estimateRatio(
      noisy(20, 4),
      noisy(20, 5).map((value) => value * 1.2),
    );
    assert.ok(slower.high < 1, JSON.stringify(slower));
  });

  test("a ratio of series that are no pairs is refused", () => {
    assert.throws(() => estimateRatio([1, 2], [1]), /pairs/);
  });
});
