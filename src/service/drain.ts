import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import { Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * An idle connection may send a request for this long after the drain began; the answer carries
 * `Connection: close`. Closing the connection at once would break a caller that is sending.
 */
const idleMs = 1_000;
const lookEveryMs = 100;
const servedLookMs = 10;

/**
 * Drains a server: it accepts no connection, answers every request that has begun, and cuts off what
 * is unfinished after the grace period. `connections` distinguishes idle connections from busy ones.
 * `acceptors` accept connections for the server on further sockets.
 */
export async function drain(
  server: HttpServer,
  graceSeconds: number,
  connections: Pick<HttpServer, "closeIdleConnections" | "closeAllConnections"> = server,
  acceptors: readonly Server[] = [],
): Promise<void> {
  if (!server.listening) return;
  const ended = Promise.all([server, ...acceptors].map(stopAccepting));
  const graceMs = graceSeconds * 1000;
  const cutOff = setTimeout(() => connections.closeAllConnections(), graceMs);
  let looking: NodeJS.Timeout | undefined;
  const afterIdle = setTimeout(
    () => {
      connections.closeIdleConnections();
      looking = setInterval(() => connections.closeIdleConnections(), lookEveryMs);
    },
    Math.min(idleMs, graceMs),
  );
  await ended;
  clearTimeout(cutOff);
  clearTimeout(afterIdle);
  clearInterval(looking);
  // The HTTP server also ends its periodic check for slow connections.
  server.close();
}

/** Resolves when the connections that the server has accepted are closed. */
async function stopAccepting(server: Server): Promise<void> {
  const closed = once(server, "close");
  // Node's own way of closing an HTTP server would cut idle connections at once.
  Server.prototype.close.call(server);
  await closed;
}

/** Waits, at most `limitMs`, until no request is served; those of callers who have gone count. */
export async function untilServed(
  connections: { readonly isServing: boolean },
  limitMs: number,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (connections.isServing && performance.now() < deadline) await sleep(servedLookMs);
}
