import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { BoundSocket, createServer, isIP } from "node:net";
import type { Settings } from "./settings.ts";

/**
 * Node accepts one connection of a socket in each turn of the event loop, so this many sockets accept
 * as many (decision B332). The processes share them out, and each has at least one.
 */
const socketsOfAll = 32;

/**
 * Binds the public port with the same number of sockets for each process. The operating system spreads new
 * connections over the sockets that listen. Nobody listens yet.
 */
export async function bindPublicPort(
  settings: Pick<Settings, "host" | "port">,
  processes: number,
): Promise<BoundSocket[]> {
  const host = isIP(settings.host) === 0 ? (await lookup(settings.host)).address : settings.host;
  // Sockets that share a port would share it with another service too.
  if (settings.port !== 0) await refuseUsedPort(host, settings.port);
  const sockets: BoundSocket[] = [];
  try {
    let { port } = settings;
    const wanted = processes * Math.max(1, Math.floor(socketsOfAll / processes));
    while (sockets.length < wanted) {
      const socket = new BoundSocket({ host, port, reusePort: true });
      sockets.push(socket);
      ({ port } = socket.address() as { port: number });
    }
    return sockets;
  } catch (error) {
    for (const socket of sockets) socket.close();
    // This system does not spread connections, so all processes listen on one socket.
    if ((error as NodeJS.ErrnoException).code !== "ENOTSUP") throw error;
    return [new BoundSocket({ host, port: settings.port })];
  }
}

/** The sockets of one of the processes, which have the numbers from 1. */
export function socketsOf<T>(all: readonly T[], number: number, processes: number): T[] {
  const own = all.filter((_, index) => index % processes === number - 1);
  return own.length > 0 ? own : [...all];
}

async function refuseUsedPort(host: string, port: number): Promise<void> {
  const server = createServer();
  server.listen({ host, port });
  await once(server, "listening");
  server.close();
  await once(server, "close");
}
