import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, mock, test } from "node:test";
import { isRefused } from "../../src/domain/refusal.ts";
import { createCredential } from "../harness/operate.ts";
import type { Answer, Call } from "../harness/call.ts";
import { mockClock } from "../harness/mock-clock.ts";
import { cancelPath, fetchPath, newBookingId, tokenPath } from "../harness/seed.ts";
import { acme, audit, startTestService, type TestService } from "../harness/service.ts";
import { elsewhere, from, here, throughProxy } from "./proxied-callers.ts";

const list = `${fetchPath}?external_id=nobody`;
const windowMs = 60_000;

describe("the limit of the booking endpoints", () => {
  const limited = { ...throughProxy, RATE_LIMIT_REQUESTS_PER_MINUTE: "3" };

  test("R99 R108 A47 answers 429 past it, to that address only", async () => {
    await using service = await startTestService(undefined, limited);
    const token = await service.token();
    const ask = (address: string) => service.call({ path: list, token, headers: from(address) });
    for (const remaining of [2, 1, 0]) {
      const answer = await ask(here);
      assert.equal(answer.status, 200);
      assertLimitFields(answer, { policy: "requests", limit: 3, remaining });
    }
    for (let again = 0; again < 3; again += 1) {
      const answer = await ask(here);
      assertRateLimited(answer);
      assertLimitFields(answer, { policy: "requests", limit: 3, remaining: 0 });
    }
    assert.equal((await ask(elsewhere)).status, 200);
  });

  test("R99 lets the address in again after the window", async () => {
    await using service = await startTestService(undefined, limited);
    const token = await service.token();
    const ask = () => service.call({ path: list, token, headers: from(here) });
    using clock = mockClock();
    await exhaust(ask, 3);
    clock.tick(windowMs - 1_000);
    const late = await ask();
    assertRateLimited(late);
    assert.equal(late.headers["retry-after"], "1");
    clock.tick(1_001);
    assert.equal((await ask()).status, 200);
  });

  test("A47 lets nobody in again because the time of day has jumped", async () => {
    await using service = await startTestService(undefined, limited);
    const token = await service.token();
    const ask = () => service.call({ path: list, token, headers: from(here) });
    await exhaust(ask, 3);
    mock.timers.enable({ apis: ["Date"], now: Date.now() + 2 * windowMs });
    try {
      assertRateLimited(await ask());
    } finally {
      mock.timers.reset();
    }
  });

  test("A47 counts both endpoints together, and the token endpoint apart", async () => {
    await using service = await startTestService(undefined, limited);
    const token = await service.token();
    const headers = from(here);
    const cancel = () =>
      service.call({
        method: "POST",
        path: cancelPath,
        token,
        headers,
        body: { booking: newBookingId() },
      });
    assert.equal((await cancel()).status, 500);
    assert.equal((await service.call({ path: list, token, headers })).status, 200);
    assert.equal((await cancel()).status, 500);
    assertRateLimited(await cancel());
    assertRateLimited(await service.call({ path: list, token, headers }));
    assert.equal((await service.call({ ...(await tokenRequest(service)), headers })).status, 200);
  });

  test("R108 counts addresses, not tokens", async () => {
    await using service = await startTestService(undefined, limited);
    const one = await newToken(service);
    const other = await newToken(service);
    assert.notEqual(one, other);
    const ask = (token: string) => service.call({ path: list, token, headers: from(here) });
    for (const token of [one, other, one]) assert.equal((await ask(token)).status, 200);
    for (const token of [one, other]) assertRateLimited(await ask(token));
  });

  test("A20 comes before the token, and refused calls count as well", async () => {
    await using service = await startTestService(undefined, limited);
    const token = await service.token();
    const headers = from(here);
    await exhaust(() => service.call({ path: list, headers }), 3, 401);
    assertRateLimited(await service.call({ path: list, headers }));
    assertRateLimited(await service.call({ path: list, headers, token: "bst_no" }));
    assertRateLimited(await service.call({ path: list, headers, token }));
  });

  test("A47 0 switches it off, and then nothing is said of it", async () => {
    const off = { ...throughProxy, RATE_LIMIT_REQUESTS_PER_MINUTE: "0" };
    await using service = await startTestService(undefined, off);
    const token = await service.token();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => service.call({ path: list, token, headers: from(here) })),
    );
    for (const { status, headers } of answers) {
      assert.equal(status, 200);
      assert.equal(headers["ratelimit"], undefined);
      assert.equal(headers["ratelimit-policy"], undefined);
    }
  });

  test("R108 is on by default", async () => {
    await using service = await startTestService();
    assertLimitFields(await service.call({ path: list }), {
      policy: "requests",
      limit: 3_000,
      remaining: 2_999,
    });
    const token = await service.call({ method: "POST", path: tokenPath });
    assertLimitFields(token, { policy: "tokens", limit: 300, remaining: 299 });
  });
});

describe("the limits of token requests", () => {
  test("R99 A47 the token endpoint has a limit of its own", async () => {
    await using service = await startTestService(undefined, {
      ...throughProxy,
      RATE_LIMIT_TOKENS_PER_MINUTE: "3",
      RATE_LIMIT_REFUSED_TOKENS_PER_MINUTE: "0",
    });
    const request = await tokenRequest(service);
    const ask = (address: string) => service.call({ ...request, headers: from(address) });
    await exhaust(() => ask(here), 3);
    assertRateLimited(await ask(here));
    assert.equal((await ask(elsewhere)).status, 200);
    assert.equal((await service.call({ path: list, headers: from(here) })).status, 401);
  });

  const refusing = { ...throughProxy, RATE_LIMIT_REFUSED_TOKENS_PER_MINUTE: "2" };

  test("A47 refused requests are limited per address and client_id", async () => {
    await using service = await startTestService(undefined, refusing);
    const right = await tokenRequest(service);
    const wrong = withSecret(right, "wrong");
    const ask = (request: TokenCall, address = here) =>
      service.call({ ...request, headers: from(address) });

    for (let times = 0; times < 5; times += 1) assert.equal((await ask(right)).status, 200);
    await exhaust(() => ask(wrong), 2, 500);
    // Now even the right secret is refused: else the 429 would tell which guess was right.
    for (const request of [wrong, right]) assertRateLimited(await ask(request));
    assert.equal((await ask(right, elsewhere)).status, 200);
    assert.equal((await ask(withClient(wrong, "another"))).status, 500);
  });

  test("A47 refused requests count whatever was wrong about them", async () => {
    await using service = await startTestService(undefined, refusing);
    const right = await tokenRequest(service);
    const wrongs: Record<string, Record<string, unknown>> = {
      secret: { client_secret: "wrong" },
      audience: { audience: "wrong" },
      "no audience": { audience: undefined },
      grant_type: { grant_type: "password" },
    };
    for (const [at, [name, fields]] of Object.entries(wrongs).entries()) {
      const request = { ...right, body: { ...right.body, ...fields } };
      const headers = from(`203.0.113.${10 + at}`);
      await exhaust(() => service.call({ ...request, headers }), 2, 500);
      assertRateLimited(await service.call({ ...right, headers }), name);
    }
  });

  test("A47 refused requests of an address are limited to ten times that over all client ids", async () => {
    await using service = await startTestService(undefined, refusing);
    const right = await tokenRequest(service);
    const guess = (client: number) =>
      service.call({ ...withClient(right, `guess-${client}`), headers: from(here) });
    for (let client = 0; client < 20; client += 1) {
      assert.equal((await guess(client)).status, 500);
    }
    assertRateLimited(await guess(20));
    assertRateLimited(await service.call({ ...right, headers: from(here) }));
    assert.equal((await service.call({ ...right, headers: from(elsewhere) })).status, 200);
  });

  test("A47 a 429 for refused requests describes the limit that was met", async () => {
    await using service = await startTestService(undefined, refusing);
    const wrong = withSecret(await tokenRequest(service), "wrong");
    const ask = (client: string) =>
      service.call({ ...withClient(wrong, client), headers: from(here) });
    await exhaust(() => ask("one"), 2, 500);
    assertLimitFields(await ask("one"), { policy: "tokens", limit: 2, remaining: 0 });
    for (let client = 0; client < 18; client += 1) await ask(`guess-${client}`);
    assertLimitFields(await ask("another"), { policy: "tokens", limit: 20, remaining: 0 });
  });

  test("A47 guesses made at the same time do not slip past the limit", async () => {
    await using service = await startTestService(undefined, refusing);
    const wrong = withSecret(await tokenRequest(service), "wrong");
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => service.call({ ...wrong, headers: from(here) })),
    );
    assert.equal(answers.filter(({ status }) => status === 500).length, 2);
    assert.equal(answers.filter(({ status }) => status === 429).length, 48);
  });

  test("R99 refused requests are forgotten after the window", async () => {
    await using service = await startTestService(undefined, refusing);
    const right = await tokenRequest(service);
    const ask = (request: TokenCall) => service.call({ ...request, headers: from(here) });
    using clock = mockClock();
    await exhaust(() => ask(withSecret(right, "wrong")), 2, 500);
    clock.tick(windowMs - 1_000);
    assertRateLimited(await ask(right));
    clock.tick(1_001);
    assert.equal((await ask(right)).status, 200);
  });

  test("A47 0 switches the limit of refused requests off", async () => {
    await using service = await startTestService(undefined, {
      ...throughProxy,
      RATE_LIMIT_REFUSED_TOKENS_PER_MINUTE: "0",
    });
    const wrong = withSecret(await tokenRequest(service), "wrong");
    await exhaust(() => service.call({ ...wrong, headers: from(here) }), 50, 500);
  });
});

async function exhaust(ask: () => Promise<Answer>, times: number, status = 200): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    const answer = await ask();
    assert.equal(answer.status, status, `request ${at + 1} of ${times}: ${answer.text}`);
  }
}

/** The fields of the IETF's RateLimit draft, for the limit that was met. */
function assertLimitFields(
  { headers }: Answer,
  { policy, limit, remaining }: { policy: string; limit: number; remaining: number },
): void {
  assert.equal(headers["ratelimit-policy"], `"${policy}";q=${limit};w=60`);
  assert.match(String(headers["ratelimit"]), new RegExp(`^"${policy}";r=${remaining};t=\\d+$`));
}

function assertRateLimited(answer: Answer, name?: string): void {
  assert.equal(answer.status, 429, name ?? answer.text);
  assert.deepEqual(Object.keys(answer.json), ["code", "message"]);
  assert.equal(answer.json.code, 8);
  const seconds = Number(answer.headers["retry-after"]);
  assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `wait ${seconds} s`);
}

interface TokenCall extends Call {
  readonly body: Record<string, unknown>;
}

/** The request with which a new client of the first account asks for a token. */
async function tokenRequest(service: TestService): Promise<TokenCall> {
  const issued = await createCredential(service.store, audit(), acme);
  assert.ok(!isRefused(issued));
  const request: TokenCall = {
    method: "POST",
    path: tokenPath,
    body: {
      client_id: issued.clientId,
      client_secret: issued.clientSecret,
      audience: issued.audience,
      grant_type: "client_credentials",
    },
  };
  // Until the service knows the client it refuses it, which counts: so ask from many addresses.
  for (let tries = 0; tries < 100; tries += 1) {
    const headers = from(`198.51.100.${tries}`);
    if ((await service.call({ ...request, headers })).status === 200) return request;
    await sleep(50);
  }
  throw new Error("The service did not notice the new client.");
}

async function newToken(service: TestService): Promise<string> {
  return (await service.call(await tokenRequest(service))).json.access_token;
}

function withSecret(request: TokenCall, clientSecret: string): TokenCall {
  return { ...request, body: { ...request.body, client_secret: clientSecret } };
}

function withClient(request: TokenCall, clientId: string): TokenCall {
  return { ...request, body: { ...request.body, client_id: clientId } };
}
