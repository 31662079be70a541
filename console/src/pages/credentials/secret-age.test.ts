import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { notChangedOver, stateOf } from "./secret-age.ts";

const now = Date.UTC(2030, 4, 10);
const at = (days: number) => new Date(now + days * 86_400_000).toISOString();
const secret = (more: object = {}) => ({
  prefix: "bss_x",
  created_at: at(-10),
  last_used_at: null,
  expires_at: null,
  ...more,
});
const credential = (secrets: ReturnType<typeof secret>[], revoked: string | null = null) => ({
  client_id: "bsc_1",
  audience: "https://api.acme.example",
  label: null,
  account: "acme/production",
  created_at: at(-10),
  revoked_at: revoked,
  secrets,
});

const safe = { revoked: false, inDanger: false };

describe("the state of a secret", () => {
  test("says when it ends, and is red shortly before where somebody still uses it", () => {
    assert.equal(stateOf(secret(), now, safe).words, "live");
    assert.deepEqual(stateOf(secret({ expires_at: at(5) }), now, safe), {
      tone: "amber",
      words: "ends in 5 days",
      live: true,
    });
    const ending = secret({ expires_at: at(2) });
    assert.equal(stateOf(ending, now, safe).tone, "amber", "a planned rotation");
    assert.equal(stateOf(ending, now, { ...safe, inDanger: true }).tone, "danger");
    assert.equal(stateOf(secret({ expires_at: at(-0.001) }), now, safe).words, "ended");
    assert.equal(
      stateOf(secret({ expires_at: at(2) }), now, { ...safe, revoked: true }).words,
      "revoked",
    );
    assert.match(stateOf(secret({ created_at: at(-400) }), now, safe).words, /over a year old/);
  });

  test("warns while somebody goes on with the old one", () => {
    const old = { expires_at: at(1), last_used_at: at(-1) };
    const fresh = secret({ created_at: at(-2) });
    assert.equal(notChangedOver(credential([secret(old), fresh]), now)?.last_used_at, at(-1));
    const before = { ...old, last_used_at: at(-3) };
    assert.equal(notChangedOver(credential([secret(before), fresh]), now), null);
    const ended = { ...old, expires_at: at(-0.5) };
    assert.equal(notChangedOver(credential([secret(ended), fresh]), now), null);
    assert.equal(notChangedOver(credential([secret(old), fresh], at(0)), now), null);
    assert.equal(notChangedOver(credential([fresh]), now), null);
  });
});
