import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { allMutants, applyMutant } from "../proofs/mutants.ts";

/** `npm run prove -- mutants` runs the tests against each of them. */
describe("the deliberately broken variants of the service", () => {
  test("are at least 60, each another one", () => {
    assert.ok(allMutants.length >= 60, `only ${allMutants.length}`);
    assert.equal(new Set(allMutants.map(({ bug }) => bug)).size, allMutants.length);
  });

  test("apply to the service as it is, 60 of them at least, and name a test that exists", () => {
    const stale = allMutants.filter((mutant) => applyMutant(mutant) === null);
    const told = stale.map(({ file, bug }) => `${file} has changed: write "${bug}" anew`);
    assert.ok(allMutants.length - stale.length >= 60, told.join("\n"));
    for (const { caughtBy } of allMutants) assert.ok(existsSync(caughtBy), caughtBy);
  });

  test("are all in the list that people read", () => {
    const list = readFileSync("docs/proofs.md", "utf8");
    for (const { bug } of allMutants) assert.ok(list.includes(bug), `missing: ${bug}`);
  });
});
