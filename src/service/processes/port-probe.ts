import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import type { Settings } from "../settings.ts";
import { ServerNotStarted } from "./server-child.ts";

const maxPortsTried = 5;

/** Starts what needs to know its port before it listens. */
export async function withProbedPort<T>(
  settings: Settings,
  start: (probed: Settings) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await probePort(settings.host, settings.port);
    try {
      return await start({ ...settings, port });
    } catch (error) {
      // A port that was free just now, and that nobody had asked for, may have been taken meanwhile.
      const isTaken = error instanceof ServerNotStarted && error.code === "EADDRINUSE";
      if (!isTaken || settings.port !== 0 || attempt === maxPortsTried) throw error;
    }
  }
}

/**
 * Finds out whether a port can be had, and which one is free where it is 0. The server processes all
 * have to name the same port, also the one that starts later in the place of another.
 */
async function probePort(host: string, port: number): Promise<number> {
  const server = createServer();
  server.listen({ host, port });
  await once(server, "listening");
  const { port: found } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return found;
}
