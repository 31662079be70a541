import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { correctBehaviour } from "../reference/behaviour.ts";
import { otherServers } from "../reference/other-servers.ts";
import { rules } from "../rules.ts";
import { runAgainst } from "./run-against.ts";

describe("the kit has nothing against a server that keeps the interface and", () => {
  for (const { name, change } of otherServers) {
    test(name, async () => {
      const behaviour = { ...correctBehaviour, ...change };
      const verdicts = await runAgainst(rules, behaviour, { interfaceOnly: true });
      const red = verdicts.flatMap((found) =>
        found.verdict === "fail" ? [`${found.rule.name}: ${found.message}`] : [],
      );
      assert.deepEqual(red, []);
    });
  }
});
