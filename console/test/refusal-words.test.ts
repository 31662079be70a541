import assert from "node:assert/strict";
import { test } from "node:test";
import { errors } from "../../contract/errors.ts";
import { knownRefusals } from "../src/kit/refusal-words.ts";

test("the console has words for every refusal of the contract, and for no other", () => {
  assert.deepEqual(knownRefusals.toSorted(), Object.keys(errors).toSorted());
});
