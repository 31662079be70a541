import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { CredentialsError, TemporaryError, TimeoutError } from "../src/index.ts";
import { credentials, scriptedClient } from "./scripted-client.ts";
import { broken, refusal, tokenAnswer, type Received } from "./scripted-service.ts";

const hour = 3_600_000;
const asked = (received: readonly Received[], endpoint: string) =>
  received.filter((request) => request.endpoint === endpoint);
const bearers = (received: readonly Received[]) =>
  asked(received, "list").map(({ headers }) => headers.get("authorization"));

describe("R86 the access token", () => {
  test("R2 R110 is requested as the interface says, and sent on every call", async () => {
    const { client, runtime, received } = scriptedClient();
    await runtime.run(client.listBookings("C1"));
    const [exchange, list] = received;
    assert.equal(exchange?.endpoint, "token");
    assert.equal(exchange?.headers.get("content-type"), "application/json");
    assert.equal(exchange?.headers.get("authorization"), null);
    assert.deepEqual(exchange?.body, {
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      audience: credentials.audience,
      grant_type: "client_credentials",
    });
    assert.equal(list?.headers.get("authorization"), "Bearer token-1");
  });

  test("is kept for all calls of its life", async () => {
    const { client, runtime, received } = scriptedClient();
    for (let call = 0; call < 50; call += 1) {
      await runtime.run(client.listBookings("C1"));
      runtime.skip(60_000);
    }
    assert.equal(asked(received, "token").length, 1);
  });

  test("is shared by callers who need it at the same moment", async () => {
    const { client, runtime, received } = scriptedClient();
    const calls = Array.from({ length: 20 }, () => client.listBookings("C1"));
    await runtime.run(Promise.all(calls));
    assert.equal(asked(received, "token").length, 1);
    assert.equal(asked(received, "list").length, 20);
  });

  test("is renewed before its end, once, while callers use the old one", async () => {
    let renew = () => {};
    const { client, runtime, received } = scriptedClient({
      token: [
        () => tokenAnswer("old"),
        () => new Promise((resolve) => (renew = () => resolve(tokenAnswer("new")))),
      ],
    });
    await runtime.run(client.listBookings("C1"));
    runtime.skip(hour - 61_000);
    await runtime.run(client.listBookings("C1"));
    assert.equal(asked(received, "token").length, 1, "not before 60 seconds before its end");
    runtime.skip(31_000);
    for (let call = 0; call < 5; call += 1) await runtime.run(client.listBookings("C1"));
    assert.equal(asked(received, "token").length, 2);
    renew();
    await runtime.settle();
    await runtime.run(client.listBookings("C1"));
    assert.deepEqual(new Set(bearers(received).slice(0, -1)), new Set(["Bearer old"]));
    assert.equal(bearers(received).at(-1), "Bearer new");
    assert.equal(asked(received, "token").length, 2);
  });

  test("is renewed at moments that chance spreads", async () => {
    const renewedAfter = async (chance: number) => {
      const { client, runtime, received } = scriptedClient();
      runtime.chance = chance;
      await runtime.run(client.listBookings("C1"));
      const start = runtime.now();
      runtime.skip(3_530_000);
      while (asked(received, "token").length === 1) {
        runtime.skip(1000);
        await runtime.run(client.listBookings("C1"));
        await runtime.settle();
      }
      return (runtime.now() - start) / 1000;
    };
    assert.equal(await renewedAfter(0), 3540);
    assert.equal(await renewedAfter(0.999), 3570);
  });

  test("stays in use when its early renewal fails, and is renewed later", async () => {
    const { client, runtime, received } = scriptedClient({
      token: [() => tokenAnswer("old"), () => refusal(500), () => tokenAnswer("new")],
    });
    await runtime.run(client.listBookings("C1"));
    runtime.skip(hour - 20_000);
    for (let call = 0; call < 5; call += 1) await runtime.run(client.listBookings("C1"));
    assert.equal(asked(received, "token").length, 2, "it does not ask for each call");
    runtime.skip(11_000);
    await runtime.run(client.listBookings("C1"));
    await runtime.run(client.listBookings("C1"));
    assert.equal(bearers(received).at(-1), "Bearer new");
  });

  test("is waited for when it is over", async () => {
    const { client, runtime, received } = scriptedClient();
    await runtime.run(client.listBookings("C1"));
    runtime.skip(hour);
    await runtime.run(Promise.all([client.listBookings("C1"), client.listBookings("C2")]));
    assert.deepEqual(bearers(received).slice(1), ["Bearer token-2", "Bearer token-2"]);
    assert.equal(asked(received, "token").length, 2);
  });

  test("R58 lives from the first time its text was seen, though it is handed out again", async () => {
    const { client, runtime, received } = scriptedClient({
      token: [
        () => tokenAnswer("same", 600),
        () => tokenAnswer("same", 600),
        () => tokenAnswer("next", 600),
      ],
    });
    await runtime.run(client.listBookings("C1"));
    runtime.skip(570_000);
    // After the time of renewal, the service answers with the same text and the same life.
    for (let call = 0; call < 5; call += 1) {
      await runtime.run(client.listBookings("C1"));
      await runtime.settle();
    }
    assert.equal(asked(received, "token").length, 2);
    runtime.skip(29_000);
    await runtime.run(client.listBookings("C1"));
    await runtime.settle();
    runtime.skip(1500);
    await runtime.run(client.listBookings("C1"));
    assert.equal(bearers(received).at(-1), "Bearer next", "600 seconds after the first sight");
  });

  test("R97 after a 401 it is dropped, and the call repeated once with a new one", async () => {
    const { client, runtime, received } = scriptedClient({
      list: [() => refusal(401, 16), () => ({ json: { total_count: 0 } })],
    });
    await runtime.run(client.listBookings("C1"));
    assert.deepEqual(bearers(received), ["Bearer token-1", "Bearer token-2"]);
  });

  test("R94 the other shape of a 401 means the same", async () => {
    const { client, runtime, received } = scriptedClient({
      list: [
        () => ({ status: 401, json: { error: "Unauthorized", message: "Token is required" } }),
        () => ({ json: {} }),
      ],
    });
    await runtime.run(client.listBookings("C1"));
    assert.equal(asked(received, "token").length, 2);
  });

  test("a second 401 is reported, and the next call begins with a new token", async () => {
    const { client, runtime, received } = scriptedClient({
      list: [() => refusal(401, 16), () => refusal(401, 16), () => ({ json: {} })],
    });
    const error = await runtime.run(client.listBookings("C1").catch((thrown) => thrown));
    assert.ok(error instanceof CredentialsError);
    assert.equal(error.status, 401);
    assert.equal(asked(received, "list").length, 2);
    await runtime.run(client.listBookings("C1"));
    assert.equal(bearers(received).at(-1), "Bearer token-3");
  });

  test("a 401 for an old token does not drop the one that took its place", async () => {
    const waiting: (() => void)[] = [];
    const late = () =>
      new Promise<ReturnType<typeof refusal>>((resolve) => {
        waiting.push(() => resolve(refusal(401, 16)));
      });
    const { client, runtime, received } = scriptedClient({
      list: [late, late, () => ({ json: {} })],
    });
    const first = client.listBookings("C1");
    const second = client.listBookings("C2");
    await runtime.settle();
    waiting[0]?.();
    await runtime.run(first);
    waiting[1]?.();
    await runtime.run(second);
    assert.equal(asked(received, "token").length, 2);
    assert.deepEqual(bearers(received), [
      "Bearer token-1",
      "Bearer token-1",
      "Bearer token-2",
      "Bearer token-2",
    ]);
  });

  test("one caller who gives up does not spoil the exchange for the others", async () => {
    let answer = () => {};
    const { client, runtime, received } = scriptedClient({
      token: [() => new Promise((resolve) => (answer = () => resolve(tokenAnswer("t"))))],
    });
    const impatient = new AbortController();
    const gone = client.listBookings("C1", { signal: impatient.signal });
    const patient = client.listBookings("C2");
    await runtime.settle();
    impatient.abort();
    await assert.rejects(gone, { name: "AbortError" });
    answer();
    await runtime.run(patient);
    assert.equal(asked(received, "token").length, 1);
  });
});

describe("R96 the exchange of credentials", () => {
  for (const [what, status] of [
    ["R95 a missing id or secret", 400],
    ["R55 R56 refused credentials", 500],
  ] as const) {
    test(`${what} (${status}) is not retried`, async () => {
      const { client, runtime, received } = scriptedClient({ token: [() => refusal(status)] });
      const error = await runtime.run(client.listBookings("C1").catch((thrown) => thrown));
      assert.ok(error instanceof CredentialsError);
      assert.equal(error.status, status);
      assert.equal(received.length, 1);
    });
  }

  test("R101 temporary faults are retried", async () => {
    const { client, runtime, received } = scriptedClient({
      token: [() => refusal(503, 14), () => broken(), () => tokenAnswer("t")],
    });
    await runtime.run(client.listBookings("C1"));
    assert.equal(asked(received, "token").length, 3);
  });

  test("when it stays away the caller gets a TemporaryError", async () => {
    const { client, runtime } = scriptedClient({ token: [() => refusal(502)] });
    const error = await runtime.run(client.listBookings("C1").catch((thrown) => thrown));
    assert.ok(error instanceof TemporaryError);
    assert.equal(error.status, 502);
  });

  test("when it never answers the caller gets a TimeoutError in the time allowed", async () => {
    const { client, runtime } = scriptedClient({ token: [() => "silence"] });
    const start = runtime.now();
    const error = await runtime.run(client.listBookings("C1").catch((thrown) => thrown));
    assert.ok(error instanceof TimeoutError, String(error));
    assert.ok(runtime.now() - start <= 30_000);
  });

  test("the secret is fetched for each exchange, so that a rotated one is picked up", async () => {
    let secret = "first-secret\n";
    const { client, runtime, received } = scriptedClient({}, { clientSecret: async () => secret });
    await runtime.run(client.listBookings("C1"));
    secret = "second-secret";
    runtime.skip(hour);
    await runtime.run(client.listBookings("C1"));
    const sent = asked(received, "token").map(({ body }) => body.client_secret);
    assert.deepEqual(sent, ["first-secret", "second-secret"]);
  });

  test("a secret that cannot be fetched is a CredentialsError, and nothing is sent", async () => {
    for (const clientSecret of [
      () => Promise.reject(new Error("vault is sealed")),
      () => "",
      () => undefined as unknown as string,
    ]) {
      const { client, runtime, received } = scriptedClient({}, { clientSecret });
      const error = await runtime.run(client.listBookings("C1").catch((thrown) => thrown));
      assert.ok(error instanceof CredentialsError);
      assert.equal(received.length, 0);
    }
  });

  test("an answer without a token says that the base URL may be wrong", async () => {
    const { client, runtime } = scriptedClient({
      token: [() => ({ text: "<html>Welcome</html>" })],
    });
    const error = await runtime.run(client.listBookings("C1").catch((thrown) => thrown));
    assert.match(error.message, /baseUrl/);
  });
});
