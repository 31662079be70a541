import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { retryWaitMs } from "./retry-wait.ts";

const usual = {
  faults: 1,
  retries: 3,
  retryAfterMs: null,
  maxRetryAfterMs: 15_000,
  remainingMs: 30_000,
  random: 1,
};

describe("R99 R101 the wait before a retry", () => {
  test("it doubles from half a second, up to half a minute", () => {
    const waits = [1, 2, 3, 4, 7, 20].map((faults) =>
      retryWaitMs({ ...usual, faults, retries: 99, remainingMs: 60_000 }),
    );
    assert.deepEqual(waits, [500, 1000, 2000, 4000, 30_000, 30_000]);
  });
  test("all of it is left to chance", () => {
    assert.equal(retryWaitMs({ ...usual, faults: 3, random: 0 }), 0);
    assert.equal(retryWaitMs({ ...usual, faults: 3, random: 0.25 }), 500);
  });
  test("Retry-After is never undercut", () => {
    assert.equal(retryWaitMs({ ...usual, retryAfterMs: 7000, random: 0 }), 7000);
    assert.equal(retryWaitMs({ ...usual, retryAfterMs: 7000, random: 1 }), 7500);
  });
  test("a Retry-After beyond the cap is not waited for", () => {
    assert.equal(retryWaitMs({ ...usual, retryAfterMs: 15_001 }), null);
    assert.notEqual(retryWaitMs({ ...usual, retryAfterMs: 15_000 }), null);
  });
  test("there is no wait that ends after the call's time", () => {
    assert.equal(retryWaitMs({ ...usual, retryAfterMs: 7000, remainingMs: 7000 }), null);
    assert.equal(retryWaitMs({ ...usual, remainingMs: 400 }), null);
  });
  test("when the retries are used up there is none", () => {
    assert.equal(retryWaitMs({ ...usual, faults: 4 }), null);
    assert.equal(retryWaitMs({ ...usual, retries: 0 }), null);
  });
});
