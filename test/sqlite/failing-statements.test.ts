import assert from "node:assert/strict";
import { test } from "node:test";
import { nth } from "../../proofs/programs/nth.ts";
import { proveBriefly } from "../../proofs/running/prove-briefly.ts";

test("P9 whichever statement of a handler fails, and how, no answer lies and nothing is corrupted", async () => {
  const { figures } = await proveBriefly(nth, 1);
  assert.ok(Number(figures["failures"]) > 200, `only ${figures["failures"]} failures`);
});
