import assert from "node:assert/strict";
import { test } from "node:test";
import { isolation } from "../proofs/programs/isolation.ts";
import { proveBriefly } from "../proofs/running/prove-briefly.ts";

test("P11 R59 R84 no account reaches another's data, and foreign is answered as unknown is", async () => {
  const { figures } = await proveBriefly(isolation, 1);
  assert.ok(Number(figures["cells"]) > 100, `only ${figures["cells"]} cells`);
});
