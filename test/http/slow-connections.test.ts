import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, describe, test } from "node:test";
import { RawConnection } from "../harness/raw-socket.ts";
import { acmeWith, booking, fetchPath, productionHost, tokenPath } from "../harness/seed.ts";
import { startTestService, type TestService } from "../harness/service.ts";

/**
 * How long a slow connection may live here after a caller who reads has all the answers that it asked for; it is
 * 15 s on a machine with nothing else to do.
 */
const patienceMs = 30_000;
/** As many as one connection may send at once. */
const largeRequests = 31;
const connectionsOfAKind = 25;
const byteEveryMs = 1_000;

const head = `Host: ${productionHost}\r\nContent-Type: application/json\r\n`;
const post = `POST ${tokenPath} HTTP/1.1\r\n${head}`;
const whole = `GET /v1/nothing HTTP/1.1\r\n${head}\r\n`;

const halfABody = `${post}Content-Length: 100\r\n\r\n{"client_id":`;

/** What each kind of slow client writes at once, and what it then adds, a byte a second. */
const senders: Record<string, { readonly first: string; readonly drip?: string }> = {
  "sends nothing": { first: "" },
  "sends half a header": { first: post.slice(0, -10) },
  "sends half a body": { first: halfABody },
  "sends half a chunked body": { first: `${post}Transfer-Encoding: chunked\r\n\r\n20\r\n{` },
  "sends a header a byte a second": { first: "", drip: post },
  "sends a body a byte a second": {
    first: `${post}Content-Length: 100\r\n\r\n`,
    drip: '{"client_id":"slow","client_secret":"slow"}',
  },
  "sends a chunk a byte a second": {
    first: `${post}Transfer-Encoding: chunked\r\n\r\n64\r\n`,
    drip: '{"client_id":"slow","client_secret":"slow"}',
  },
  "sends half a request after a whole one": { first: whole + post.slice(0, -10) },
};

describe("slow connections", { concurrency: true }, () => {
  let service: TestService;
  let token: string;
  before(async () => {
    const bookings = Array.from({ length: 1_000 }, () => booking("popular"));
    service = await startTestService([acmeWith(bookings)]);
    token = await service.token();
  });
  after(() => service[Symbol.asyncDispose]());

  test("P19 are all ended by the service, which serves an honest caller meanwhile", async () => {
    using opened = new DisposableStack();
    const largePath = `${fetchPath}?external_id=popular&page_size=1000`;
    // On a busy machine the large answers alone take longer than any fixed time.
    const paced = (async () => {
      for (let sent = 0; sent < largeRequests; sent += 1) {
        assert.equal((await service.call({ path: largePath, token })).status, 200);
      }
      return performance.now() + patienceMs;
    })();

    /** The kinds, one for each connection, that the service lets live. */
    async function open(
      count: number,
      endsInTime: (connection: RawConnection) => Promise<boolean>,
      kind: string,
    ): Promise<string[]> {
      const connections = await Promise.all(
        Array.from({ length: count }, () => RawConnection.open(service.api)),
      );
      for (const connection of connections) opened.use(connection);
      const ends = await Promise.all(connections.map(endsInTime));
      return ends.filter((ended) => !ended).map(() => kind);
    }

    /**
     * On a connection that lives, the answers go on now, and it would be kept for ten seconds after
     * them; of a dead one only its end is left.
     */
    async function endsUnread(connection: RawConnection, requests: string): Promise<boolean> {
      connection.stopReading();
      connection.write(requests);
      await sleep((await paced) - performance.now());
      connection.startReading();
      return connection.endedWithin(8_000);
    }

    // So many large answers are more than sockets hold.
    const large = `GET ${largePath} HTTP/1.1\r\n${head}Authorization: Bearer ${token}\r\n\r\n`;
    const living = Promise.all([
      ...Object.entries(senders).map(([kind, { first, drip = "" }]) =>
        open(
          connectionsOfAKind,
          async (connection) => {
            connection.write(first);
            using _ = dripBytes(connection, drip);
            return await connection.endedWithin((await paced) - performance.now());
          },
          kind,
        ),
      ),
      open(
        connectionsOfAKind,
        (connection) => endsUnread(connection, whole),
        "does not read its answer",
      ),
      open(
        5,
        (connection) => endsUnread(connection, large.repeat(largeRequests)),
        "reads no large answer",
      ),
      open(
        5,
        async (connection) => {
          const ended = await endsUnread(connection, `${large.repeat(largeRequests)}${halfABody}`);
          // After the last answer even one that lived would end.
          return ended && connection.rest.split("HTTP/1.1 200").length <= largeRequests;
        },
        "reads no large answer and sends half a body behind",
      ),
    ]);

    const served = await serveHonestly(service, token, await paced);
    assert.deepEqual((await living).flat(), [], `these live after ${patienceMs} ms`);
    assert.ok(served >= connectionsOfAKind, `${served} honest requests were answered`);
  });

  test("P19 a request that stops halfway is answered 408, whenever it began", async () => {
    const halves = [senders["sends half a header"], senders["sends half a body"]];
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async (_, number) => {
        // Over more than a second: the listener looks at its connections now and then.
        await sleep(number * 8);
        return stopHalfway(service, halves[number % 2]?.first ?? "");
      }),
    );
    assert.deepEqual(new Set(statuses), new Set([408]));
  });
});

/** The status of a request that stops there. A busy service may refuse the first of them early (B140). */
async function stopHalfway(service: TestService, first: string): Promise<number> {
  using connection = await RawConnection.open(service.api);
  connection.write(first);
  const { status } = await connection.answer();
  return status === 503 ? stopHalfway(service, first) : status;
}

function dripBytes(connection: RawConnection, text: string): Disposable {
  let at = 0;
  const timer = setInterval(() => {
    if (text !== "") connection.write(text.charAt(at % text.length));
    at += 1;
  }, byteEveryMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Calls again and again, each time over a new connection, and tells how often it was answered. */
async function serveHonestly(
  service: TestService,
  token: string,
  deadline: number,
): Promise<number> {
  let served = 0;
  while (performance.now() < deadline - 500) {
    const answer = await service.call({ path: `${fetchPath}?external_id=nobody`, token });
    assert.equal(answer.status, 200);
    served += 1;
    await sleep(100);
  }
  return served;
}
