import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccountId } from "../../../domain/account.ts";
import { LongReads } from "./long-reads.ts";

const acme = 1 as AccountId;
const other = 2 as AccountId;

test("nobody takes the places of other accounts, nor of other operators of an account", async () => {
  const reads = new LongReads({ all: 6, ofAccount: 3, ofOperator: 2 });
  const begin = (account: AccountId, operator: string) => reads.begin({ account, operator });
  const first = await begin(acme, "greedy");
  assert.notEqual(await begin(acme, "greedy"), null);
  assert.equal(await begin(acme, "greedy"), null);
  assert.equal(
    await begin(other, "greedy"),
    null,
    "an operator has the same share of all accounts",
  );
  assert.notEqual(await begin(acme, "second"), null);
  assert.equal(await begin(acme, "third"), null, "the account has no more");
  assert.notEqual(await begin(other, "third"), null);
  // What has ended twice is one place.
  first?.();
  first?.();
  assert.notEqual(await begin(acme, "third"), null);
  assert.equal(await begin(acme, "fourth"), null);
});

test("all together have a limit, too", async () => {
  const reads = new LongReads({ all: 2, ofAccount: 2, ofOperator: 2 });
  assert.notEqual(await reads.begin({ account: acme, operator: "a" }), null);
  assert.notEqual(await reads.begin({ account: other, operator: "b" }), null);
  assert.equal(await reads.begin({ account: 3 as AccountId, operator: "c" }), null);
});

test("two accounts take no more than leaves a third one its place, and who waits gets the next", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const reads = new LongReads({ all: 6, ofAccount: 2, ofOperator: 2, waitMs: 1_000 });
  const ends = [];
  for (const [account, operator] of [
    [acme, "a"],
    [acme, "a"],
    [other, "b"],
    [other, "b"],
  ] as const) {
    ends.push(await reads.begin({ account, operator }));
  }
  const third = await reads.begin({ account: 3 as AccountId, operator: "c" });
  assert.notEqual(third, null);
  const waiting = reads.begin({ account: acme, operator: "d" });
  const late = reads.begin({ account: other, operator: "e" });
  ends[0]?.();
  assert.notEqual(await waiting, null);
  t.mock.timers.tick(1_000);
  assert.equal(await late, null);
  ends[2]?.();
  assert.notEqual(await reads.begin({ account: other, operator: "e" }), null);
});
