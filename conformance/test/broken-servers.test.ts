import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { behaviourOf } from "../broken/broken-server.ts";
import { brokenServers } from "../broken/broken-servers.ts";
import { catchServer } from "../broken/catch-server.ts";
import { loadRules } from "../rules.ts";
import { runAgainst } from "./run-against.ts";

describe("the kit catches a server that", async () => {
  const rules = await loadRules();
  let caught = 0;

  for (const broken of brokenServers) {
    test(`${broken.breaks}: ${broken.name}`, async () => {
      const red = await catchServer(broken, rules, (tried) =>
        runAgainst(tried, behaviourOf(broken)),
      );
      assert.notDeepEqual(red, [], "no rule of that requirement is red");
      caught += 1;
    });
  }

  after(() => {
    console.log(`caught ${caught} of ${brokenServers.length} broken servers`);
  });
});
