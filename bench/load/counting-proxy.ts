import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { MessageCount } from "./message-count.ts";

/** The bytes and messages between a service and its database server. */
export interface Traffic {
  /** How often the service sent something after the server's last answer on a connection. */
  readonly roundTrips: number;
  /** Messages of PostgreSQL's protocol. */
  readonly messagesSent: number;
  readonly messagesReceived: number;
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

/** Makes each figure anew. */
export function mapTraffic(
  traffic: Traffic,
  make: (figure: number, of: keyof Traffic) => number,
): Traffic {
  return {
    roundTrips: make(traffic.roundTrips, "roundTrips"),
    messagesSent: make(traffic.messagesSent, "messagesSent"),
    messagesReceived: make(traffic.messagesReceived, "messagesReceived"),
    bytesSent: make(traffic.bytesSent, "bytesSent"),
    bytesReceived: make(traffic.bytesReceived, "bytesReceived"),
  };
}

export interface CountingProxy extends AsyncDisposable {
  readonly port: number;
  /** The traffic so far. */
  readonly traffic: Traffic;
}

/** Passes connections on to a port of this machine, and counts what is sent each way. */
export async function startCountingProxy(port: number): Promise<CountingProxy> {
  const traffic = { roundTrips: 0, bytesSent: 0, bytesReceived: 0 };
  const counts: { readonly sent: MessageCount; readonly received: MessageCount }[] = [];
  const sum = (direction: "sent" | "received") =>
    counts.reduce((total, count) => total + count[direction].count, 0);
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const database = connect({ port, host: "127.0.0.1", noDelay: true });
    let isAnswering = true;
    const messages = { sent: new MessageCount("client"), received: new MessageCount("server") };
    counts.push(messages);
    client.on("data", (bytes) => {
      if (isAnswering) traffic.roundTrips += 1;
      isAnswering = false;
      traffic.bytesSent += bytes.length;
      messages.sent.push(bytes);
      database.write(bytes);
    });
    database.on("data", (bytes) => {
      isAnswering = true;
      traffic.bytesReceived += bytes.length;
      messages.received.push(bytes);
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
      return { ...traffic, messagesSent: sum("sent"), messagesReceived: sum("received") };
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
