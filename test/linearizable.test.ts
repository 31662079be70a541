import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { distrustChecker, linearizable } from "../proofs/linearizable.ts";
import { proveBriefly } from "../proofs/prove-briefly.ts";

describe("histories recorded under kills, pauses and cuts", () => {
  test("P7 the checker sees planted bugs and believes lawful histories", () => {
    assert.deepEqual(distrustChecker(), []);
  });

  test("P7 can each have happened one operation after the other", async () => {
    const { figures } = await proveBriefly(linearizable, 60);
    assert.ok(Number(figures["histories"]) >= 60);
  });
});
