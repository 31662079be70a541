import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import type { Settings } from "./settings.ts";
import { ServerNotStarted } from "./server-child.ts";

const maxPortsTried = 5;

/** Runs `start` with a port that was free a moment ago. */
export async function withProbedPort<T>(
  settings: Settings,
  start: (probed: Settings) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await probePort(settings.host, settings.port);
    try {
      return await start({ ...settings, port });
    } catch (error) {
      // Another program may have taken the probed port; with PORT=0 another one will do.
      const isTaken = error instanceof ServerNotStarted && error.code === "EADDRINUSE";
      if (!isTaken || settings.port !== 0 || attempt === maxPortsTried) throw error;
    }
  }
}

/**
 * Fails where the port cannot be listened on, and picks a free one where it is 0: all server
 * processes, those that start later included, must name the same port.
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
