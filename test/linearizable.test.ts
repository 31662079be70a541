import assert from "node:assert/strict";
import { test } from "node:test";
import { distrustChecker } from "../proofs/parts/distrust-checker.ts";

/** `npm run prove -- linearizable` records histories under kills, pauses and cuts. */
test("P7 the checker of histories sees planted bugs and believes lawful histories", () => {
  assert.deepEqual(distrustChecker(), []);
});
