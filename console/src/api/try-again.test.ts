import assert from "node:assert/strict";
import { test } from "node:test";
import { ProblemError, UnreachableError } from "./problem.ts";
import { pauseBefore, readsAgain } from "./try-again.ts";

const refused = (status: number, retryAfter: string | null = null) =>
  new ProblemError(status, {}, retryAfter);

test("a read of a crowded service is repeated after the wait that the answer names", () => {
  assert.equal(readsAgain(0, refused(429, "5")), true);
  assert.equal(pauseBefore(0, refused(429, "5")), 5_000);
  assert.equal(readsAgain(2, refused(429, "5")), false, "two repetitions at most");
  assert.equal(
    readsAgain(0, refused(429, "60")),
    false,
    "nobody looks at an empty page for so long",
  );
  assert.equal(readsAgain(0, refused(429)), false);
});

test("a refusal is not repeated, and a failure without one twice, quickly", () => {
  for (const status of [400, 403, 404, 409]) assert.equal(readsAgain(0, refused(status)), false);
  for (const error of [refused(503, "1"), new UnreachableError(), new TypeError()]) {
    assert.equal(readsAgain(1, error), true);
    assert.equal(readsAgain(2, error), false);
    assert.equal(pauseBefore(0, error), 500);
  }
});
