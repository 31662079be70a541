import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isMarkDue, judgeClock } from "./clock.ts";

const hourMs = 3_600_000;
const now = Date.UTC(2026, 4, 1, 8, 30);
const yearsMs = 3 * 365 * 24 * hourMs;
/** Hourly marks, the last first. */
const marks = (hours: number, from = now - 600_000) =>
  Array.from({ length: hours }, (_, hour) => from - hour * hourMs);

describe("the marks of the clock", () => {
  test("are steady when they reach over a day up to now", () => {
    assert.deepEqual(judgeClock(marks(25), now), { isSteady: true });
    assert.deepEqual(judgeClock(marks(24), now), { isSteady: false, jump: null });
    assert.deepEqual(judgeClock([], now), { isSteady: false, jump: null });
  });

  test("are not after a start with the clock years ahead, nor for a day after that", () => {
    const [last = 0] = marks(30);
    const ahead = now + yearsMs;
    assert.deepEqual(judgeClock(marks(30), ahead), {
      isSteady: false,
      jump: { from: last, to: ahead },
    });
    const since = [...marks(10, ahead), ...marks(30)];
    assert.deepEqual(judgeClock(since, ahead), {
      isSteady: false,
      jump: { from: last, to: ahead - 9 * hourMs },
    });
    // The clock is right again.
    const [right] = [judgeClock([now, ...since], now)];
    assert.deepEqual(right, { isSteady: false, jump: { from: ahead, to: now } });
  });

  test("are not while the clocks of two machines disagree", () => {
    const both = marks(60).flatMap((at) => [at, at + yearsMs]);
    assert.equal(judgeClock(both, now).isSteady, false);
    assert.equal(judgeClock(both, now + yearsMs).isSteady, false);
    const seconds = marks(30).map((at, index) => at + (index % 2) * 5_000);
    assert.equal(judgeClock(seconds, now).isSteady, true);
  });

  test("are written every hour, and after the clock was set back", () => {
    assert.equal(isMarkDue(undefined, now), true);
    assert.equal(isMarkDue(now - hourMs, now), true);
    assert.equal(isMarkDue(now - hourMs + 1, now), false);
    assert.equal(isMarkDue(now + 5_000, now), false);
    assert.equal(isMarkDue(now + hourMs, now), true);
  });
});
