import assert from "node:assert/strict";
import { test } from "node:test";
import { counted } from "./wording.ts";

test("a count of one has the singular, every other one the plural", () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => counted(count, "slot")),
    ["0 slots", "1 slot", "2 slots"],
  );
  assert.equal(counted(1, "breach", "breaches"), "1 breach");
  assert.equal(counted(3, "breach", "breaches"), "3 breaches");
});
