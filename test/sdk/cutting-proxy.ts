import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** What befalls a request on its way. */
export type Cut =
  /** The service answers; the answer is thrown away and the connection cut. */
  | "after the answer"
  /** The connection is cut, and the service never sees the request. */
  | "before the request";

export interface CuttingProxy extends AsyncDisposable {
  readonly url: string;
  /** Requests whose bytes contain this text are cut, this often. */
  cut(text: string, how: Cut, times: number): void;
  /** How many were cut. */
  readonly cuts: number;
  /** Hides `Idempotency-Key` from the service, as if it did not know that header. */
  hideKeys: boolean;
}

/** A TCP proxy before the real service, which loses what a network can lose. */
export async function cuttingProxy(serviceUrl: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(serviceUrl);
  const sockets = new Set<Socket>();
  let plan = { text: "", how: "after the answer" as Cut, times: 0 };
  let cuts = 0;
  let hideKeys = false;

  const server = createServer((caller) => {
    const service = connect(Number(port), hostname);
    const both = [caller, service];
    const end = () => both.forEach((socket) => socket.destroy());
    for (const socket of both) {
      sockets.add(socket);
      socket.on("error", end);
      socket.on("close", () => {
        sockets.delete(socket);
        end();
      });
    }
    let losesAnswer = false;
    caller.on("data", (chunk: Buffer) => {
      if (plan.times > 0 && chunk.includes(plan.text)) {
        plan.times -= 1;
        cuts += 1;
        if (plan.how === "before the request") return end();
        losesAnswer = true;
      }
      const text = chunk.toString("latin1");
      // Another name of the same length: nothing else about the request changes.
      const sent = hideKeys ? text.replace(/idempotency-key:/i, "x-unknown-header:") : text;
      service.write(Buffer.from(sent, "latin1"));
    });
    service.on("data", (chunk: Buffer) => {
      // An answer has come, so the service has committed what it was asked for.
      if (losesAnswer) end();
      else caller.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${address.port}`,
    cut: (text, how, times) => {
      plan = { text, how, times };
    },
    get cuts() {
      return cuts;
    },
    get hideKeys() {
      return hideKeys;
    },
    set hideKeys(hide) {
      hideKeys = hide;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
