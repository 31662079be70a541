import assert from "node:assert/strict";
import { test } from "node:test";
import { rules } from "../rules.ts";
import { runAgainst } from "./run-against.ts";

test("a correct server of another make passes every rule, and no rule is skipped", async () => {
  const verdicts = await runAgainst(rules);
  const others = verdicts.flatMap((found) =>
    found.verdict === "pass" ? [] : [`${found.rule.name}: ${found.verdict}: ${found.message}`],
  );
  assert.deepEqual(others, []);
  assert.equal(verdicts.length, rules.length);
});
