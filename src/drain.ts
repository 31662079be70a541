import { once } from "node:events";
import { Server, type AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * How long a connection without a request may still send one after the end was called: it is
 * answered with `Connection: close`. Cut off at once, it would break the caller who is just sending.
 */
const idleMs = 1_000;
const lookEveryMs = 100;

/**
 * Ends a server: nothing new is accepted, every request that has begun is answered, and what has not
 * finished after the grace period is cut off.
 */
export async function drain(server: FastifyInstance, graceSeconds: number): Promise<void> {
  const { server: http } = server;
  if (http.listening) {
    const ended = once(http, "close");
    // Node's own way of closing an HTTP server would cut idle connections at once.
    Server.prototype.close.call(http);
    const graceMs = graceSeconds * 1000;
    const cutOff = setTimeout(() => http.closeAllConnections(), graceMs);
    let looking: NodeJS.Timeout | undefined;
    const afterIdle = setTimeout(
      () => {
        http.closeIdleConnections();
        looking = setInterval(() => http.closeIdleConnections(), lookEveryMs);
      },
      Math.min(idleMs, graceMs),
    );
    await ended;
    clearTimeout(cutOff);
    clearTimeout(afterIdle);
    clearInterval(looking);
  }
  await server.close();
}

/** Where a server listens. */
export function addressOf(server: FastifyInstance): string {
  const { address, family, port } = server.server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
