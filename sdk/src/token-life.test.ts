import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { nextRenewalTime, renewalTime } from "./token-life.ts";

const token = (seconds: number) => ({
  accessToken: "t",
  firstSeenAt: 1_000_000,
  expiresAt: 1_000_000 + seconds * 1000,
});

describe("A32 the moment to renew a token", () => {
  const table: [life: number, random: number, after: number][] = [
    [3600, 0, 3540],
    [3600, 1, 3570],
    [600, 0, 540],
    // 60 seconds before the end would be too early here: 90 % is later.
    [60, 0, 54],
    [60, 1, 57],
    [10, 0, 9],
  ];
  for (const [life, random, after] of table) {
    test(`of ${life} seconds, with chance ${random}: after ${after} seconds`, () => {
      assert.equal(renewalTime(token(life), random), 1_000_000 + after * 1000);
    });
  }
  test("it is before the end, whatever chance says", () => {
    for (const life of [1, 2, 30, 60, 61, 3600, 86_400]) {
      assert.ok(renewalTime(token(life), 1) < token(life).expiresAt, String(life));
    }
  });
  test("after a renewal in vain it is in half of what is left, never sooner than a second", () => {
    const { expiresAt } = token(60);
    assert.equal(nextRenewalTime(token(60), expiresAt - 6000), expiresAt - 3000);
    assert.equal(nextRenewalTime(token(60), expiresAt - 100), expiresAt + 900);
  });
});
