import assert from "node:assert/strict";
import type { Proof, Proven } from "./proof.ts";

/** Runs the proof as a test: with a small count, failing on any violation. A failure names the seed. */
export async function proveBriefly(
  proof: Proof,
  count: number,
  seed = Date.now() % 1_000_000,
): Promise<Proven> {
  const proven = await proof
    .prove({ count, seed, timeLeft: () => true, tell: () => {} })
    .catch((cause: unknown) => {
      throw new Error(`The proof failed with seed ${seed}.`, { cause });
    });
  assert.deepEqual(proven.breaches, [], `seed ${seed}`);
  return proven;
}
