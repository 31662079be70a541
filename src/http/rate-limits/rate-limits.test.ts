import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { RateLimit } from "./rate-limits.ts";

const now = 1_000_000;
const windowMs = 60_000;

function start({ limit = 3, maxKeys = 100, sharers = 1 } = {}): RateLimit {
  return new RateLimit(limit, sharers, maxKeys);
}

describe("the count of a key", () => {
  test("R99 begins with its first request and ends a minute later", () => {
    const counts = start();
    const remaining = (at: number) => counts.count("a", now + at);
    assert.partialDeepStrictEqual(remaining(0), {
      limited: false,
      remaining: 2,
      endsAt: now + windowMs,
    });
    assert.equal(remaining(30_000)?.remaining, 1);
    assert.equal(remaining(30_000)?.remaining, 0);
    assert.partialDeepStrictEqual(remaining(59_999), {
      limited: true,
      remaining: 0,
      endsAt: now + windowMs,
    });
    assert.equal(counts.look("b", now), null);
    assert.equal(counts.look("a", now + windowMs), null);
    assert.partialDeepStrictEqual(remaining(windowMs), {
      limited: false,
      remaining: 2,
      endsAt: now + 2 * windowMs,
    });
  });

  test("R99 begins anew when the clock is set, back or forward", () => {
    for (const step of [-7_200_000, 7_200_000]) {
      const counts = start({ limit: 1 });
      counts.count("a", now);
      assert.ok(counts.count("a", now)?.limited);
      const after = now + step;
      assert.equal(counts.look("a", after), null);
      const fresh = { limited: false, remaining: 0, endsAt: after + windowMs };
      assert.partialDeepStrictEqual(counts.count("a", after), fresh);
      counts.learn({ key: "b", count: 1, endsAt: now + windowMs }, after);
      assert.equal(counts.look("b", after), null);
    }
  });

  test("looking does not count", () => {
    const counts = start();
    counts.count("a", now);
    for (let times = 0; times < 5; times += 1) {
      assert.partialDeepStrictEqual(counts.look("a", now), {
        limited: false,
        remaining: 2,
        endsAt: now + windowMs,
      });
    }
  });
});

describe("the memory of counts", () => {
  test("P26 is bounded, however many addresses are invented", () => {
    const counts = start();
    for (let address = 0; address < 10_000; address += 1) counts.count(`a${address}`, now);
    assert.equal(counts.size, 100);
    assert.equal(counts.count("a9999", now)?.remaining, 1);
  });

  test("A47 inventing addresses does not clear one that is used up", () => {
    const counts = start();
    for (let times = 0; times < 4; times += 1) counts.count("used up", now);
    for (let address = 0; address < 10_000; address += 1) {
      counts.count(`a${address}`, now + 1);
    }
    assert.equal(counts.count("used up", now + 2)?.limited, true);
  });

  test("lets ended windows go as new ones begin", () => {
    const counts = start({ maxKeys: 1_000 });
    for (let address = 0; address < 500; address += 1) counts.count(`a${address}`, now);
    for (let address = 0; address < 250; address += 1) counts.count(`b${address}`, now + windowMs);
    assert.equal(counts.size, 250);
  });
});

describe("what is shared with other processes", () => {
  test("is nothing while a key is far from its limit, so ordinary callers cost nothing", () => {
    const counts = start({ limit: 3_000, sharers: 4 });
    let urgent = 0;
    counts.onUrgent = () => (urgent += 1);
    for (let times = 0; times < 187; times += 1) counts.count("a", now);
    assert.deepEqual(counts.takeChanges(now), []);
    counts.count("a", now);
    assert.deepEqual(counts.takeChanges(now), [{ key: "a", count: 188, endsAt: now + windowMs }]);
    assert.deepEqual(counts.takeChanges(now), []);
    assert.equal(urgent, 0);
    counts.count("a", now);
    assert.equal(counts.takeChanges(now)[0]?.count, 189);
  });

  test("is urgent once unshared counts could use up the rest", () => {
    const counts = start({ limit: 3_000, sharers: 4 });
    const urgentAt: number[] = [];
    let counted = 0;
    counts.onUrgent = () => urgentAt.push(counted);
    for (counted = 1; counted < 400; counted += 1) counts.count("a", now);
    assert.equal(urgentAt[0], 334);
  });

  test("is learned as what all the others counted, and when the window ends for all", () => {
    const counts = start({ limit: 10, sharers: 2 });
    counts.count("a", now);
    counts.learn({ key: "a", count: 6, endsAt: now + 30_000 }, now);
    assert.partialDeepStrictEqual(counts.count("a", now), {
      limited: false,
      remaining: 2,
      endsAt: now + 30_000,
    });
    counts.learn({ key: "a", count: 8, endsAt: now + 30_000 }, now);
    assert.equal(counts.count("a", now)?.limited, true);
    assert.equal(counts.count("a", now + 30_000)?.remaining, 9);
    counts.learn({ key: "late", count: 9, endsAt: now }, now);
    assert.equal(counts.look("late", now), null);
  });
});
