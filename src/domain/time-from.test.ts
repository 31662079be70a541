import assert from "node:assert/strict";
import { test } from "node:test";
import { timeFrom } from "./clock.ts";

test("a time goes on from where it began, in whole milliseconds", () => {
  let passed = 1_000.9;
  const time = timeFrom(50_000, () => passed);
  assert.equal(time(), 50_000);
  passed += 2.5;
  assert.equal(time(), 50_002);
});
