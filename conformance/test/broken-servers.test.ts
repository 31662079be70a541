import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { behaviourOf } from "../broken/broken-server.ts";
import { brokenServers } from "../broken/broken-servers.ts";
import { loadRules } from "../rules.ts";
import { runAgainst } from "./run-against.ts";

describe("the kit catches a server that", async () => {
  const rules = await loadRules();
  let caught = 0;

  for (const broken of brokenServers) {
    test(`${broken.breaks}: ${broken.name}`, async () => {
      const verdicts = await runAgainst(rules, behaviourOf(broken));
      const red = verdicts.filter(({ verdict }) => verdict === "fail").map(({ rule }) => rule);
      const named = red.flatMap(({ requirements }) => requirements);
      const found = `red: ${red.map(({ name }) => name).join(", ") || "nothing"}`;
      assert.ok(named.includes(broken.breaks), found);
      caught += 1;
    });
  }

  after(() => {
    console.log(`caught ${caught} of ${brokenServers.length} broken servers`);
  });
});
