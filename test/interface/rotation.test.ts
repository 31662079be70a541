import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, mock, test } from "node:test";
import { revokeCredential, rotateCredential } from "../harness/operate.ts";
import { acmeWith, fetchPath, tokenPath } from "../harness/seed.ts";
import { audit, startTestService } from "../harness/service.ts";

/** Every process knows of a changed credential after this time. */
const knownEverywhereMs = 1_000;

/** A service with one client that has a token, and functions that call it. */
async function startClient() {
  const service = await startTestService([acmeWith([])]);
  const { clientId, clientSecret, audience } = await service.credential();
  const token = await service.token();
  return {
    service,
    clientId,
    secret: clientSecret,
    /** Rotates the secret and returns the new one. */
    rotate: async (overlapMs: number, now = Date.now()): Promise<string> => {
      const order = { ...audit(), now };
      const fresh = await rotateCredential(service.store, order, clientId, overlapMs);
      assert.ok("clientSecret" in fresh);
      return fresh.clientSecret;
    },
    ask: (secret: string) =>
      service.call({
        method: "POST",
        path: tokenPath,
        body: {
          client_id: clientId,
          client_secret: secret,
          audience,
          grant_type: "client_credentials",
        },
      }),
    /** Lists with the token from before. */
    list: () => service.call({ path: `${fetchPath}?external_id=x`, token }),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

describe("a rotated secret", () => {
  test("R89 A33 of a planned rotation lives for the overlap, and so do its tokens", async () => {
    await using client = await startClient();
    const { ask, list } = client;
    const now = Date.now();
    const fresh = await client.rotate(60_000, now);
    await sleep(knownEverywhereMs);
    const underOld = await ask(client.secret);
    assert.equal(underOld.status, 200);
    assert.ok(underOld.json.expires_in < 60, "a token dies with the secret behind it, and says so");
    assert.equal((await ask(fresh)).json.expires_in, 3600);
    assert.equal((await list()).status, 200);
    mock.timers.enable({ apis: ["Date"], now: now + 60_000 });
    try {
      assert.equal((await ask(client.secret)).status, 500);
      assert.equal((await list()).status, 401);
      assert.equal((await ask(fresh)).status, 200);
    } finally {
      mock.timers.reset();
    }
  });

  test("R89 A33 P13 of an emergency rotation ends with its tokens within a second", async () => {
    await using client = await startClient();
    const fresh = await client.rotate(0);
    await sleep(knownEverywhereMs);
    assert.equal((await client.list()).status, 401);
    assert.equal((await client.ask(client.secret)).status, 500);
    assert.equal((await client.ask(fresh)).status, 200);
  });

  test("R89 A33 P13 of an emergency rotation ends whatever a clock says", async () => {
    await using client = await startClient();
    // The command runs on a machine whose clock is ahead of the service's.
    const ahead = Date.now() + 3_600_000;
    const fresh = await client.rotate(0, ahead);
    await sleep(knownEverywhereMs);
    assert.equal((await client.list()).status, 401);
    assert.equal((await client.ask(client.secret)).status, 500);
    assert.equal((await client.ask(fresh)).status, 200);
    const listed = await client.service.store.credentials.find(client.clientId);
    assert.deepEqual(
      listed?.secrets.map(({ expiresAt }) => expiresAt),
      [null, ahead],
    );
    // The dead secret is no second live one.
    const next = await client.rotate(3_600_000);
    await client.rotate(0);
    await sleep(knownEverywhereMs);
    for (const secret of [client.secret, fresh, next]) {
      assert.equal((await client.ask(secret)).status, 500);
    }
  });
});

test("R96 P13 a revoked client's secret and tokens are dead within a second", async () => {
  await using client = await startClient();
  await revokeCredential(client.service.store, audit(), client.clientId);
  await sleep(knownEverywhereMs);
  assert.equal((await client.list()).status, 401);
  assert.equal((await client.ask(client.secret)).status, 500);
});
