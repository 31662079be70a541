import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A server of the kit's own tests. */
export interface ListeningServer extends AsyncDisposable {
  readonly base_url: string;
}

/** Listens on a free port until the server is disposed of, with every connection to it. */
export async function listen(listener: RequestListener): Promise<ListeningServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base_url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
