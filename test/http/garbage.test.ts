import assert from "node:assert/strict";
import { test } from "node:test";
import { garbage } from "../../proofs/programs/garbage.ts";
import { proveBriefly } from "../../proofs/running/prove-briefly.ts";

test("P16 whatever is written to the socket, the answer is one of the interface's", async () => {
  const { figures } = await proveBriefly(garbage, 1_000);
  assert.ok(Number(figures["answers"]) > 800);
});
