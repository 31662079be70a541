import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { orderedUuid } from "./identifier.ts";

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
