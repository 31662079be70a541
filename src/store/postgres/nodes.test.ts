import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, test } from "node:test";
import type { AccountId } from "../../domain/account.ts";
import { Nodes } from "./nodes.ts";

/** Accounts 1 and 2 are on nodes of their own; the node "hung" answers no heartbeat until it is woken. */
async function openNodes() {
  const woken = Promise.withResolvers<void>();
  const asked: number[] = [];
  const accounts = new Map([
    [1 as AccountId, "hung"],
    [2 as AccountId, "healthy"],
    [3 as AccountId, "hung"],
  ]);
  const nodes = new Nodes({
    isPatient: false,
    readAccounts: async () => new Map(accounts),
    openHeartbeat: () => ({
      request: async (accountId) => {
        asked.push(accountId);
        if (accountId === 1) await woken.promise;
        return new Map();
      },
      close: () => {},
    }),
  });
  const nodeOf = (accountId: number) => nodes.run(accountId as AccountId, () => nodes.current);
  return { nodes, nodeOf, asked, accounts, wake: () => woken.resolve() };
}

const never = new Promise<never>(() => {});

describe("P20 a node that hangs", () => {
  test("is found out by its own heartbeat, refuses its accounts until it answers, and no others", async () => {
    const { nodes, nodeOf, asked, wake } = await openNodes();
    nodes.exist = true;
    assert.equal(nodeOf(1), null);
    await sleep(0);
    const [hung, healthy] = [nodeOf(1)!, nodeOf(2)!];
    assert.deepEqual([hung.name, healthy.name], ["hung", "healthy"]);
    await assert.rejects(hung.liveness.watch(never, 60_000), /does not answer/);
    for (let turn = 0; turn < 5; turn += 1) {
      assert.throws(() => hung.liveness.refuseWhenDead(), /does not answer/);
      healthy.liveness.refuseWhenDead();
      await sleep(100);
    }
    // One request is under way all the time, however long the node hangs.
    assert.deepEqual(asked, [1, 1]);
    wake();
    await sleep(10);
    hung.liveness.refuseWhenDead();
    nodes.close();
  });

  test("refuses no account that has moved away from it a moment before", async () => {
    const { nodes, nodeOf, accounts } = await openNodes();
    nodes.exist = true;
    nodeOf(1);
    await sleep(0);
    const [hung, moved] = [nodeOf(1)!, nodeOf(3)!];
    assert.deepEqual([hung.name, moved.name], ["hung", "hung"]);
    accounts.set(3 as AccountId, "healthy");
    await assert.rejects(hung.liveness.watch(never, 60_000), /does not answer/);
    assert.equal(nodeOf(3)!.name, "healthy");
    nodes.close();
  });

  test("does not exist without Citus", async () => {
    const { nodeOf, asked } = await openNodes();
    assert.equal(nodeOf(1), null);
    await sleep(0);
    assert.equal(nodeOf(1), null);
    assert.deepEqual(asked, []);
  });
});
