import assert from "node:assert/strict";
import { test } from "node:test";
import { canary } from "../proofs/programs/canary.ts";
import { proveBriefly } from "../proofs/running/prove-briefly.ts";

test("P14 R90 no secret, token or external id gets into a log, a metric, an error or a trace", async () => {
  const { figures } = await proveBriefly(canary, 150);
  assert.ok(Number(figures["log lines"]) >= 150);
});
