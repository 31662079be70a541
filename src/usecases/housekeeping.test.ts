import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccountId } from "../domain/account.ts";
import { forEachAccount, type HousekeepingParts } from "./housekeeping.ts";

test("a round ends after three accounts that failed, because the database may be away", async () => {
  const ids = [1, 2, 3, 4, 5, 6] as AccountId[];
  const failing = new Set([1, 3, 4]);
  const seen: AccountId[] = [];
  const reported: (AccountId | null)[] = [];
  const parts: Pick<HousekeepingParts, "housekeeping" | "reportFault"> = {
    housekeeping: { accountIds: async () => ids, remove: assert.fail },
    reportFault: (id) => reported.push(id),
  };
  const work = async (id: AccountId) => {
    seen.push(id);
    if (failing.has(id)) throw new Error("away");
  };
  await assert.rejects(forEachAccount(parts, work), /away/);
  assert.deepEqual(seen, [1, 2, 3, 4]);
  assert.deepEqual(reported, [1, 3]);
  failing.delete(4);
  assert.equal(await forEachAccount(parts, work), false);
  failing.clear();
  assert.equal(await forEachAccount(parts, work), true);
});
