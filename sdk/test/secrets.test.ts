import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inspect } from "node:util";
import { BookingClient, type BookingClientOptions } from "../src/index.ts";
import { credentials, scriptedClient } from "./scripted-client.ts";
import { refusal, tokenAnswer, type Happening, type Received } from "./scripted-service.ts";

const token = "the-token-of-the-tests";
const person = "customer 4711@example.com";
const hidden = [credentials.clientSecret, token, person, encodeURIComponent(person)];

function assertHidden(text: string): void {
  for (const secret of hidden) assert.ok(!text.includes(secret), `${secret} in ${text}`);
}

/** Every way in which a program may print something. */
function printed(value: unknown): string {
  const deep = { depth: 20, showHidden: true } as const;
  return [
    inspect(value, deep),
    JSON.stringify(value),
    String(value),
    String((value as Error).stack),
  ].join("\n");
}

/** Echoes everything that was sent, as no service should. */
const echo = (status: number) => (request: Received) =>
  refusal(
    status,
    3,
    `You sent ${request.url.href} ${JSON.stringify([...request.headers])} ${JSON.stringify(request.body)}`,
  );

async function everyCall(
  script: Parameters<typeof scriptedClient>[0],
  options: BookingClientOptions = {},
): Promise<unknown[]> {
  const { client, runtime } = scriptedClient(
    { token: [() => tokenAnswer(token)], ...script },
    options,
  );
  const results: unknown[] = [client];
  const keep = (call: Promise<unknown>) =>
    runtime.run(call.catch((error: unknown) => error)).then((result) => results.push(result));
  await keep(client.listBookings(person));
  await keep(client.bookings(person).toArray({ limit: 5 }));
  await keep(client.cancelBooking("b1", { externalId: person }));
  return results;
}

describe("R90 secrets, tokens and external ids", () => {
  test("are not seen when the client is printed", () => {
    const client = new BookingClient(credentials);
    assertHidden(printed(client));
    assert.match(inspect(client), /bookings\.example\.com/);
    assert.match(inspect({ deep: { client } }), /client-of-the-tests/);
    assert.deepEqual(JSON.parse(JSON.stringify(client)), {
      baseUrl: credentials.baseUrl,
      clientId: credentials.clientId,
    });
  });

  const faults: [string, (request: Received) => Happening][] = [
    ...[400, 401, 403, 404, 429, 500, 503].map(
      (status): [string, (request: Received) => Happening] => [
        `a ${status} that echoes`,
        echo(status),
      ],
    ),
    [
      "a fetch that keeps the request in its error",
      ({ headers, url }) => {
        const inner = Object.assign(new Error(`could not send to ${url.href}`), {
          code: "EBROKEN",
          config: { headers: Object.fromEntries(headers), url: url.href },
        });
        return Object.assign(new Error(headers.get("authorization") ?? "?", { cause: inner }), {
          request: { headers: Object.fromEntries(headers) },
        });
      },
    ],
    ["silence", () => "silence"],
    [
      "a redirect",
      ({ url }) => ({ status: 302, headers: { location: `https://x.example${url.search}` } }),
    ],
  ];
  for (const [what, fault] of faults) {
    test(`are not seen in the result of ${what}`, async () => {
      const lines: string[] = [];
      const log = (...words: unknown[]) => void lines.push(words.map(printed).join(" "));
      const logger = { debug: log, info: log, warn: log, error: log };
      const results = [
        ...(await everyCall({ list: [fault], cancel: [fault] }, { logger })),
        ...(await everyCall({ token: [fault] }, { logger })),
      ];
      assert.equal(results.length, 8);
      for (const result of results) assertHidden(printed(result));
      assert.ok(lines.length > 3);
      assertHidden(lines.join("\n"));
    });
  }

  test("are not seen when clientSecret() fails with them", async () => {
    const clientSecret = () => Promise.reject(new Error("vault: not allowed"));
    const [, error] = await everyCall({}, { clientSecret });
    assert.match(inspect(error), /vault: not allowed/);
  });

  test("the reason of a broken connection is kept", async () => {
    const fault = () =>
      new TypeError("fetch failed", {
        cause: Object.assign(new Error("hang up"), { code: "ECONNRESET" }),
      });
    const [, error] = await everyCall({ list: [fault] });
    assert.match((error as Error).message, /ECONNRESET hang up/);
    assert.match(inspect(error), /fetch failed/);
  });
});

describe("R90 the log", () => {
  async function logged(script: Parameters<typeof scriptedClient>[0]) {
    const lines: [string, string, Record<string, unknown>][] = [];
    const log = (level: string) => (message: string, fields: object) =>
      void lines.push([level, message, fields as Record<string, unknown>]);
    const logger = { debug: log("debug"), info: log("info"), warn: log("warn") };
    const { client, runtime, received } = scriptedClient(script, { logger });
    await runtime.run(client.listBookings(person).catch(() => {}));
    return { lines, received };
  }

  test("tells endpoint, attempt, status, time, duration and request id of every request", async () => {
    const { lines, received } = await logged({ list: [() => refusal(503), () => ({ json: {} })] });
    const requests = lines.filter(([, , fields]) => "attempt" in fields);
    assert.deepEqual(
      requests.map(([level, , { endpoint, attempt, status }]) => [
        level,
        endpoint,
        attempt,
        status,
      ]),
      [
        ["debug", "token", 1, 200],
        ["warn", "list", 1, 503],
        ["debug", "list", 2, 200],
      ],
    );
    assert.deepEqual(
      requests.map(([, , { requestId }]) => requestId),
      received.map(({ headers }) => headers.get("x-request-id")),
    );
    assert.ok(requests.every(([, , { durationMs }]) => typeof durationMs === "number"));
    assert.deepEqual(
      requests.map(([, , { at }]) => at),
      received.map(({ at }) => new Date(at).toISOString()),
    );
  });

  test("A17 tells which parameters the service ignored", async () => {
    const { lines } = await logged({
      list: [() => ({ json: {}, headers: { "x-ignored-parameters": "public_key" } })],
    });
    assert.ok(lines.some(([level, , { ignored }]) => level === "warn" && ignored === "public_key"));
  });

  test("a request id that is none does not get into it", async () => {
    const { lines } = await logged({
      list: [() => ({ json: {}, headers: { "x-request-id": "a b\tc" } })],
    });
    assert.ok(!JSON.stringify(lines).includes("a b"));
  });

  test("a logger that throws does no harm", async () => {
    const logger = {
      debug: () => {
        throw new Error("disk full");
      },
    };
    const [, page] = await everyCall({}, { logger });
    assert.ok(!(page instanceof Error));
  });
});
