import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BookingClient, type StoredToken, type TokenStore } from "../src/index.ts";
import { fakeRuntime } from "./fake-runtime.ts";
import { credentials, scriptedClient } from "./scripted-client.ts";
import { refusal, scriptedService, tokenAnswer } from "./scripted-service.ts";

function memoryStore(): TokenStore & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    get: async (key) => JSON.parse(kept.get(key) ?? "null") as StoredToken | null,
    set: async (key, token) => void kept.set(key, JSON.stringify(token)),
    delete: async (key) => void kept.delete(key),
  };
}

/** Several clients, as in several processes, with one clock, one service and one store. */
function processes(script: Parameters<typeof scriptedService>[1] = {}) {
  const runtime = fakeRuntime();
  const { fetch, received } = scriptedService(runtime, script);
  const store = memoryStore();
  const client = () => new BookingClient({ ...credentials, fetch, tokenStore: store }, runtime);
  const exchanges = () => received.filter(({ endpoint }) => endpoint === "token").length;
  return { runtime, store, client, exchanges, received };
}

describe("a token store shared by several processes", () => {
  test("lets the second process use the first one's token", async () => {
    const { runtime, client, exchanges } = processes();
    await runtime.run(client().listBookings("C1"));
    await runtime.run(client().listBookings("C1"));
    assert.equal(exchanges(), 1);
  });

  test("R58 carries the life of the token from its first sight", async () => {
    const { runtime, client, exchanges } = processes();
    await runtime.run(client().listBookings("C1"));
    runtime.skip(3_500_000);
    const second = client();
    await runtime.run(second.listBookings("C1"));
    assert.equal(exchanges(), 1);
    runtime.skip(100_000);
    await runtime.run(second.listBookings("C1"));
    assert.equal(exchanges(), 2);
  });

  test("one early renewal serves all", async () => {
    const { runtime, client, exchanges } = processes();
    const [one, other] = [client(), client()];
    await runtime.run(one.listBookings("C1"));
    await runtime.run(other.listBookings("C1"));
    runtime.skip(3_590_000);
    for (const each of [one, other, one, other]) {
      await runtime.run(each.listBookings("C1"));
      await runtime.settle();
    }
    assert.equal(exchanges(), 2);
  });

  test("a token that a 401 refused is taken out, unless another is in its place", async () => {
    const fine = () => ({ json: {} });
    const refused = () => refusal(401, 16);
    const { runtime, client, store, exchanges } = processes({
      list: [fine, fine, refused, fine, refused, fine],
    });
    const [one, other] = [client(), client()];
    await runtime.run(one.listBookings("C1"));
    await runtime.run(other.listBookings("C1"));
    await runtime.run(one.listBookings("C1"));
    assert.equal(exchanges(), 2);
    assert.match([...store.kept.values()].join(), /token-2/);
    // The other client still holds the first token. Its 401 leaves the new one in the store, and uses it.
    await runtime.run(other.listBookings("C1"));
    assert.match([...store.kept.values()].join(), /token-2/);
    assert.equal(exchanges(), 2);
  });

  test("a refused token is not taken from it again, though it could not be taken out", async () => {
    const { runtime, client, store, exchanges } = processes({
      list: [() => refusal(401, 16), () => ({ json: {} })],
    });
    store.delete = async () => {
      throw new Error("read-only");
    };
    await runtime.run(client().listBookings("C1"));
    assert.equal(exchanges(), 2);
  });

  test("that fails, hangs or holds nonsense costs an exchange and no call", async () => {
    const hanging = () => new Promise<never>(() => {});
    const failing = async () => {
      throw new Error("store is down");
    };
    const nonsense = async () => ({ accessToken: 5 }) as unknown as StoredToken;
    const stores: TokenStore[] = [
      { get: failing, set: failing, delete: failing },
      { get: hanging, set: hanging, delete: hanging },
      { get: nonsense, set: async () => {}, delete: async () => {} },
      { get: () => undefined, set: () => {}, delete: () => {} },
    ];
    const warned: (readonly string[])[] = [];
    for (const tokenStore of stores) {
      const names = new Set<string>();
      const logger = {
        warn: (message: string, { error = "" }) => void names.add(`${message}: ${error}`),
      };
      const options = { tokenStore, timeoutMs: 5000, logger };
      const { client, runtime, received } = scriptedClient({}, options);
      await runtime.run(client.listBookings("C1"));
      assert.deepEqual(
        received.map(({ endpoint }) => endpoint),
        ["token", "list"],
      );
      warned.push([...names]);
    }
    const failed = ["The token store failed: Error"];
    assert.deepEqual(warned, [failed, ["The token store failed: TimeoutError"], [], []]);
  });

  test("keeps the tokens of another host, client or audience apart", async () => {
    const { runtime, store } = processes();
    const { fetch } = scriptedService(runtime, { token: [() => tokenAnswer("t")] });
    for (const other of [
      {},
      { baseUrl: "https://uat.example.com" },
      { clientId: "another" },
      { audience: "another" },
    ]) {
      const options = { ...credentials, ...other, fetch, tokenStore: store };
      await runtime.run(new BookingClient(options, runtime).listBookings("C1"));
    }
    assert.equal(store.kept.size, 4);
    assert.ok(![...store.kept.keys()].join().includes(credentials.clientSecret));
  });
});
