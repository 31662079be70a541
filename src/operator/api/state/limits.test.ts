import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccountId } from "../../../domain/account.ts";
import { LongReads } from "./limits.ts";

const acme = 1 as AccountId;
const other = 2 as AccountId;

test("nobody takes the places of other accounts, nor of other operators of an account", () => {
  const reads = new LongReads({ all: 6, ofAccount: 3, ofOperator: 2 });
  const begin = (account: AccountId, operator: string) => reads.begin({ account, operator });
  const first = begin(acme, "greedy");
  assert.notEqual(begin(acme, "greedy"), null);
  assert.equal(begin(acme, "greedy"), null);
  assert.equal(begin(other, "greedy"), null, "an operator has the same share of all accounts");
  assert.notEqual(begin(acme, "second"), null);
  assert.equal(begin(acme, "third"), null, "the account has no more");
  assert.notEqual(begin(other, "third"), null);
  // What has ended twice is one place.
  first?.();
  first?.();
  assert.notEqual(begin(acme, "third"), null);
  assert.equal(begin(acme, "fourth"), null);
});

test("all together have a limit, too", () => {
  const reads = new LongReads({ all: 2, ofAccount: 2, ofOperator: 2 });
  assert.notEqual(reads.begin({ account: acme, operator: "a" }), null);
  assert.notEqual(reads.begin({ account: other, operator: "b" }), null);
  assert.equal(reads.begin({ account: 3 as AccountId, operator: "c" }), null);
});
