import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Systems give ports above these to connections, and to listeners that ask for any. One of those could be taken in
 * the second or two until the program that is to have it has started.
 */
const [least, most] = [20_000, 32_000];
const given = new Set<number>();

/** A port that nobody listens on at the moment, and that is given to nobody meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = least + Math.floor(Math.random() * (most - least));
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
