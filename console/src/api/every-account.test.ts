import assert from "node:assert/strict";
import { test } from "node:test";
import { readEveryAccount } from "./every-account.ts";
import type { Account } from "./operations.ts";

/** Lists this many accounts as the service does. */
function listOf(total: number) {
  return async ({ limit = 0, cursor = "0" }: { limit?: number; cursor?: string }) => {
    const from = Number(cursor);
    const until = Math.min(from + limit, total);
    const items = Array.from({ length: until - from }, (_, index) => accountOf(from + index));
    return { items, next_cursor: until < total ? String(until) : null };
  };
}

function accountOf(number: number): Account {
  return { account: `acme/${number}`, api_hosts: [], enabled_endpoints: [], counts: {} };
}

test("the accounts of every page are read, each once", async () => {
  const { accounts, isCut } = await readEveryAccount(listOf(1_201));
  assert.deepEqual(
    accounts.map(({ account }) => account),
    Array.from({ length: 1_201 }, (_, number) => `acme/${number}`),
  );
  assert.equal(isCut, false);
});

test("a list of accounts without an end is cut, and says so", async () => {
  const { accounts, isCut } = await readEveryAccount(listOf(Infinity));
  assert.equal(accounts.length, 10_000);
  assert.equal(isCut, true);
});
