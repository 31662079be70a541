import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { behaviourOf } from "../broken/broken-server.ts";
import { brokenServers } from "../broken/broken-servers.ts";
import { catchServer } from "../broken/catch-server.ts";
import { rules } from "../rules.ts";
import { runAgainst } from "./run-against.ts";

describe("the kit catches a server that", () => {
  const everRed = new Set<string>();
  let caught = 0;

  for (const broken of brokenServers) {
    test(`${broken.breaks}: ${broken.name}`, async () => {
      const red = await catchServer(broken, rules, (tried) =>
        runAgainst(tried, behaviourOf(broken)),
      );
      assert.notDeepEqual(red, [], "no rule of that requirement is red");
      for (const { name } of red) everRed.add(name);
      caught += 1;
    });
  }

  test("makes some rule red, until every rule of the kit has been red for one", () => {
    const neverRed = rules.map(({ name }) => name).filter((name) => !everRed.has(name));
    assert.deepEqual(neverRed, []);
  });

  after(() => {
    console.log(`caught ${caught} of ${brokenServers.length} broken servers`);
  });
});
