import assert from "node:assert/strict";
import { test } from "node:test";
import { carriedForward, carriedMaxMs } from "./clock.ts";

const now = Date.UTC(2026, 4, 1, 8);
const years = 3 * 365 * 86_400_000;

test("a time follows the latest date, by seconds and not by years", () => {
  assert.equal(carriedForward(now), now);
  assert.equal(carriedForward(now, now - years), now);
  assert.equal(carriedForward(now, now + 1), now + 1);
  assert.equal(carriedForward(now, now + carriedMaxMs), now + carriedMaxMs);
  assert.equal(carriedForward(now, now + carriedMaxMs + 1), now);
  assert.equal(carriedForward(now, now + years, now + 5_000), now + 5_000);
});
