import { runStorm } from "../../test/harness/run-storm.ts";
import { openTestStores } from "../../test/harness/service.ts";
import { heldAgainstLaws } from "../parts/held-against-invariants.ts";
import type { Proof, ProofOrder, Proven } from "../running/proof.ts";

/**
 * Two processes do random things to few slots, one of them is killed in each batch, and every invariant is checked
 * after it. In some slots of 20, one ticket type has 2 seats and another 18, and these limits are switched; in
 * others cut-offs and windows are, and one slot has begun.
 */
export const storm: Proof = {
  promises: ["P6"],
  what: "no seat is used twice and none leaks, whatever is done to hot slots",
  goal: "200,000 operations, 0 breaches",
  unit: "operations",
  engines: ["sqlite", "postgres"],
  usual: 6_000,
  full: 200_000,
  shows: ["caller's cancel", "kills", "limit", "switch limit", "book late", "switch window"],
  prove,
};

const slots = 18;
const batch = 200;

async function prove({ seed, count, timeLeft, tell }: ProofOrder): Promise<Proven> {
  await using stores = await openTestStores(1);
  const { first: store, databaseUrl } = stores;
  const { operations, checks, kills, counts } = await runStorm(
    { store, databaseUrl },
    {
      operations: count,
      slots,
      seed,
      batch,
      kills: true,
      mayContinue: timeLeft,
      onBatch: (done) => tell(done),
    },
  );
  const kinds = Object.entries(counts).map(([kind, { done }]) => [kind, done]);
  return {
    // The first violation ends the storm, and the proof has failed.
    figures: { operations, checks, kills, breaches: 0, ...Object.fromEntries(kinds) },
    breaches: await heldAgainstLaws({ store, databaseUrl }),
  };
}
