import assert from "node:assert/strict";
import { test } from "node:test";
import { runCommandHere } from "../harness/command-here.ts";
import { startFaultProxy } from "../harness/fault-proxy.ts";
import { migratedDatabase } from "../harness/test-database.ts";

test("booking doctor finds no fault with the clock of a database that is slow to answer", async () => {
  await using database = await migratedDatabase();
  await using proxy = await startFaultProxy(database.url);
  proxy.meet(({ from }) => {
    if (from === "database") return "pass";
    proxy.calm();
    return { delayMs: 2_500 };
  });
  const { json } = await runCommandHere(proxy.url, ["doctor", "--json"]);
  const clock = json.checks.find(({ name }: { name: string }) => name === "clock");
  assert.equal(clock.message, "It differs from the database's by 0.0 s.");
});
