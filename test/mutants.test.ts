import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { describe, test } from "node:test";
import { proofs } from "../proofs/programs/proofs.ts";
import { proofMutants } from "../proofs/mutants/proof-mutants.ts";
import { allMutants as testMutants, applyMutant } from "../proofs/programs/mutants.ts";

const allMutants = [...testMutants, ...proofMutants];

/** `npm run prove -- mutants` runs the tests against each of them. */
describe("the deliberately broken variants of the service", () => {
  test("are each another one, with a name", () => {
    assert.ok(allMutants.length > 0);
    assert.equal(new Set(allMutants.map(({ bug }) => bug)).size, allMutants.length);
  });

  test("apply to the service as it is, all of them", () => {
    const stale = allMutants.filter(
      (mutant) => !existsSync(mutant.file) || applyMutant(mutant) === null,
    );
    const told = stale.map(({ file, bug }) => `${file} has changed: write "${bug}" anew`);
    assert.deepEqual(told, []);
  });

  test("name a test or a proof that exists", () => {
    for (const { caughtBy } of allMutants) {
      if (typeof caughtBy === "string") assert.ok(existsSync(caughtBy), caughtBy);
      else if ("test" in caughtBy) assert.ok(existsSync(caughtBy.test), caughtBy.test);
      else assert.ok(proofs[caughtBy.proof.split(" ")[0] ?? ""], caughtBy.proof);
    }
  });
});
