import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** The bytes and messages between a service and its database server. */
export interface Traffic {
  /** How often the service sent something after the server's last answer on a connection. */
  readonly roundTrips: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

export interface CountingProxy extends AsyncDisposable {
  readonly port: number;
  /** The traffic so far. */
  readonly traffic: Traffic;
}

/** Passes connections on to a port of this machine, and counts what is sent each way. */
export async function startCountingProxy(port: number): Promise<CountingProxy> {
  const traffic = { roundTrips: 0, bytesSent: 0, bytesReceived: 0 };
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const database = connect({ port, host: "127.0.0.1", noDelay: true });
    let isAnswering = true;
    client.on("data", (bytes) => {
      if (isAnswering) traffic.roundTrips += 1;
      isAnswering = false;
      traffic.bytesSent += bytes.length;
      database.write(bytes);
    });
    database.on("data", (bytes) => {
      isAnswering = true;
      traffic.bytesReceived += bytes.length;
      client.write(bytes);
    });
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    get traffic() {
      return { ...traffic };
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
