import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import type { Random } from "../../test/harness/random.ts";

/** A receiver of a webhook, which remembers what it has answered with a receipt. */
export interface TroubledReceiver extends AsyncDisposable {
  readonly url: string;
  /** The ids of the posts that it has answered with 200, in order, repetitions included. */
  readonly receipts: string[];
  /** The same without repetitions. */
  readonly received: ReadonlySet<string>;
  /** For how long each of them was on its way, in milliseconds. */
  readonly lags: number[];
  secret: string;
  forged: number;
  /** Ends all connections without an answer, and forgets what it has not answered. Serves again after a moment. */
  killAndRestart(): Promise<void>;
}

/** How a receiver comes to its answer; null where it has none. */
export type Trouble = (id: string, response: http.ServerResponse) => Promise<number | null>;

/** The troubles of receivers by name. */
export function troublesOf(random: Random) {
  const refused = new Map<string, number>();
  return {
    killed: async () => 200,
    /** Answers late, and one of five hundred a byte at a time. */
    slow: async (_id, response) => {
      if (random(500) > 0) await sleep(random(100));
      else for (let byte = 0; byte < 4; byte += 1) await sleep(500, response.write("."));
      return 200;
    },
    /** Refuses one of ten, one change twice at most: the pause after that is a minute. */
    erring: async (id) => {
      const times = refused.get(id) ?? 0;
      if (times === 2 || random(10) > 0) return 200;
      refused.set(id, times + 1);
      return 500;
    },
    /** Says 200 when it has read half of the post. */
    lying: async () => 200,
  } as const satisfies Readonly<Record<string, Trouble>>;
}

/** Opens a receiver; one that `readsHalf` answers before it has the whole post, and cannot verify it. */
export async function openTroubledReceiver(
  trouble: Trouble,
  readsHalf: boolean,
): Promise<TroubledReceiver> {
  const listen = (port: number) =>
    new Promise<http.Server>((resolve) => {
      const server = http.createServer((request, response) => {
        receive(request, response).catch(() => response.destroy());
      });
      server.listen(port, "127.0.0.1", () => resolve(server));
    });
  const receive = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const id = String(request.headers["webhook-id"]);
    const body = readsHalf ? null : await text(request);
    if (body !== null) check(body, request.headers as Record<string, string>);
    const receivedAt = Date.now();
    const status = await trouble(id, response);
    // The sender has gone, or this receiver was killed meanwhile.
    if (status === null || response.destroyed || request.socket.destroyed) return;
    if (status === 200) {
      receiver.receipts.push(id);
      received.add(id);
      if (body !== null) receiver.lags.push(receivedAt - Date.parse(JSON.parse(body).timestamp));
    }
    if (!response.headersSent) response.statusCode = status;
    // A connection that is torn down without a word takes the next post with it.
    if (readsHalf) response.setHeader("connection", "close");
    response.end("thanks");
  };
  const received = new Set<string>();
  const check = (body: string, headers: Record<string, string>) => {
    try {
      new Webhook(receiver.secret).verify(body, headers);
    } catch {
      receiver.forged += 1;
    }
  };
  const end = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;
  const receiver: TroubledReceiver = {
    url: `http://127.0.0.1:${port}/hook`,
    receipts: [],
    received,
    lags: [],
    secret: "",
    forged: 0,
    killAndRestart: async () => {
      await end();
      await sleep(500);
      server = await listen(port);
    },
    [Symbol.asyncDispose]: end,
  };
  return receiver;
}
