import assert from "node:assert/strict";
import type { Proof, Proven } from "./proof.ts";

/** The same proof as a test: a small count, and red when anything is broken. */
export async function proveBriefly(
  proof: Proof,
  count: number,
  seed = Date.now() % 1_000_000,
): Promise<Proven> {
  const proven = await proof.prove({ count, seed, timeLeft: () => true, tell: () => {} });
  assert.deepEqual(proven.breaches, [], `seed ${seed}`);
  return proven;
}
