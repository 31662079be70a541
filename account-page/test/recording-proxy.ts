import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface RecordingProxy extends AsyncDisposable {
  readonly url: string;
  /** Every byte sent to browsers so far. */
  sent(): string;
}

/** A proxy between browsers and the page that records everything the page sends. */
export async function recordingProxy(pagePort: number): Promise<RecordingProxy> {
  const sockets = new Set<Socket>();
  const chunks: Buffer[] = [];
  const server = createServer((browser) => {
    const page = connect(pagePort, "127.0.0.1");
    for (const [socket, other] of [
      [browser, page],
      [page, browser],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    page.on("data", (chunk: Buffer) => chunks.push(chunk));
    browser.pipe(page).pipe(browser);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address() as AddressInfo;
  return {
    url: `http://localhost:${address.port}`,
    sent: () => Buffer.concat(chunks).toString(),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
