import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { formatSecret, hashSecret } from "../domain/secret.ts";
import type { KnownAccount } from "./directory.ts";
import { issueToken, type IssuedToken, type TokenIssuing } from "./issue-token.ts";
import { VerifiedTokens } from "./authenticate.ts";

const clientSecret = formatSecret("clientSecret", randomBytes(32));
const request = { clientId: "client", clientSecret, audience: "https://api.example" };
const secret = { id: "secret", hash: hashSecret(clientSecret), expiresAt: null };
const account: KnownAccount = {
  id: 1 as KnownAccount["id"],
  name: "acme/production",
  enabledEndpoints: new Set(),
  clients: new Map([["client", { ...request, secrets: [secret] }]]),
};

/** A process whose database answers `save` as the test wants; it counts the tokens that were made. */
function startIssuing(tokenLifetimeSeconds = 60) {
  const state = { made: 0, save: () => Promise.resolve() };
  const issuing: TokenIssuing = {
    tokenLifetimeSeconds,
    verifiedTokens: new VerifiedTokens(),
    issuedTokens: new Map(),
    randomBytes,
    saveAccessToken: () => {
      state.made += 1;
      return state.save();
    },
  };
  const ask = async (now: number): Promise<IssuedToken> => {
    const issued = await issueToken(issuing, account, request, now);
    return "refused" in issued ? assert.fail() : issued;
  };
  return { state, issuing, ask };
}

describe("A31 the same token comes again", () => {
  for (const [lifetimeSeconds, ms] of [
    [3600, 5_000],
    [50, 5_000],
    [10, 1_000],
    [1, 100],
  ] as const) {
    test(`until ${ms} ms after its issue when it lives for ${lifetimeSeconds} s`, async () => {
      const { ask } = startIssuing(lifetimeSeconds);
      const first = await ask(0);
      assert.equal(await ask(ms), first);
      assert.notEqual(await ask(ms + 1), first);
    });
  }
});

describe("A31 requests for a token at the same moment", () => {
  test("share the first one", async () => {
    const { state, ask } = startIssuing();
    const [first, second, third] = await Promise.all([ask(0), ask(0), ask(1)]);
    assert.deepEqual([second, third], [first, first]);
    assert.equal(state.made, 1);
  });

  test("share the one that follows an old one", async () => {
    const { state, ask } = startIssuing();
    const old = await ask(0);
    const [first, second, third] = await Promise.all([ask(5_001), ask(5_001), ask(5_002)]);
    assert.notEqual(first, old);
    assert.deepEqual([second, third], [first, first]);
    assert.equal(state.made, 2);
  });

  test("fail together, and the next request gets a token", async () => {
    const { state, ask } = startIssuing();
    state.save = () => Promise.reject(new Error("no database"));
    const answers = await Promise.allSettled([ask(0), ask(0)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      ["rejected", "rejected"],
    );
    assert.equal(state.made, 1);
    state.save = () => Promise.resolve();
    assert.equal(await ask(0), await ask(0));
    assert.equal(state.made, 2);
  });

  test("keep a token whose place an earlier, failed one had", async () => {
    const { state, issuing, ask } = startIssuing();
    const held = Promise.withResolvers<void>();
    state.save = () => held.promise;
    const failing = ask(0);
    // As the sandbox does when a token is ended.
    issuing.issuedTokens.clear();
    state.save = () => Promise.resolve();
    const token = await ask(0);
    held.reject(new Error("no database"));
    await assert.rejects(failing, /no database/);
    assert.equal(await ask(0), token);
    assert.equal(state.made, 2);
  });
});
