import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { attemptKey, firstAttemptKey, orderedUuid } from "./identifier.ts";

test("B177 a later UUID sorts after an earlier one, and both are of version 7", () => {
  // RFC 9562, A.6.
  assert.equal(
    orderedUuid("5c146b14-3c52-4cc3-98c4-dc0c0c07398f", 0x017f22e279b0),
    "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
  );
  const instants = [0, 1, 255, 1_763_760_000_000, 1_763_760_000_001, 2 ** 48 - 1];
  const ids = instants.map((now) => orderedUuid(randomUUID(), now));
  assert.deepEqual(ids.toSorted(), ids);
  for (const id of ids) {
    assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
});

test("B177 UUIDs of the same millisecond differ", () => {
  const ids = new Set(Array.from({ length: 1000 }, () => orderedUuid(randomUUID(), 5)));
  assert.equal(ids.size, 1000);
});

test("B17 a key of an attempt sorts behind those of earlier times, and those of one time differ", () => {
  const instants = [0, 1, 255, 1_763_760_000_000, 1_763_760_000_001, 2_900_000_000_000];
  const keys = instants.map((now) => attemptKey(randomUUID(), now));
  assert.deepEqual(keys.toSorted(), keys);
  for (const [index, now] of instants.entries()) {
    assert.match(keys[index] ?? "", /^[\da-z]{9}[\w-]{12}$/);
    assert.ok(firstAttemptKey(now) < (keys[index] ?? ""));
    assert.ok((keys[index - 1] ?? "") < firstAttemptKey(now));
  }
  const ofOneTime = new Set(Array.from({ length: 1000 }, () => attemptKey(randomUUID(), 5)));
  assert.equal(ofOneTime.size, 1000);
});
