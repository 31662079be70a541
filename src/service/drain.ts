import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import { Server, type AddressInfo } from "node:net";
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
 */
export async function drain(
  server: HttpServer,
  graceSeconds: number,
  connections: Pick<HttpServer, "closeIdleConnections" | "closeAllConnections"> = server,
): Promise<void> {
  if (!server.listening) return;
  const ended = once(server, "close");
  // Node's own way of closing an HTTP server would cut idle connections at once.
  Server.prototype.close.call(server);
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

/** Waits, at most `limitMs`, until no request is served; those of callers who have gone count. */
export async function untilServed(
  connections: { readonly isServing: boolean },
  limitMs: number,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (connections.isServing && performance.now() < deadline) await sleep(servedLookMs);
}

/** The URL at which a server listens. */
export function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
