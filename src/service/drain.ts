import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import { Server, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * How long a connection without a request may still send one after the end was called: it is
 * answered with `Connection: close`. Cut off at once, it would break the caller who is just sending.
 */
const idleMs = 1_000;
const lookEveryMs = 100;
const servedLookMs = 10;

/**
 * Ends a server: nothing new is accepted, every request that has begun is answered, and what has not
 * finished after the grace period is cut off. `connections` knows which of them are which.
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
  // Ends the watch over slow connections as well.
  server.close();
}

/** Waits until nothing is being served, also nobody who has gone; but not for longer. */
export async function untilServed(
  connections: { readonly isServing: boolean },
  limitMs: number,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (connections.isServing && performance.now() < deadline) await sleep(servedLookMs);
}

/** Where a server listens. */
export function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
