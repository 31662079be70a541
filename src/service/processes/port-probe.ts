import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

/**
 * Finds out whether a port can be had, and which one is free where it is 0. The server processes all
 * have to name the same port, also the one that starts later in the place of another.
 */
export async function probePort(host: string, port: number): Promise<number> {
  const server = createServer();
  server.listen({ host, port });
  await once(server, "listening");
  const { port: found } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return found;
}
