import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * A proxy between the service and PostgreSQL that treats the connection as networks do.
 *
 * A step is one portion of bytes from the service: pg sends a statement whole and waits for its answer, so
 * each step is one statement.
 */
export interface FaultProxy extends AsyncDisposable {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** Passes every portion from now on to `meet`, which decides its fate. */
  meet(meet: (portion: Portion) => Fate): void;
  /** Lets everything pass from now on. */
  calm(): void;
  /** Accepts new connections and answers nothing on any, until `calm`. */
  silence(): void;
  /** Cuts every connection at once. */
  cutAll(): void;
  /** Cuts every connection, and leads new ones to this server. */
  leadTo(databaseUrl: string): void;
}

export interface Portion {
  readonly from: "service" | "database";
  /** The bytes as Latin-1, so that statements can be searched. */
  readonly text: string;
  /** The number of the connection, from 1. */
  readonly connection: number;
}

/**
 * `cut` loses the portion and ends the connection; `hold` loses it and everything after it. A delayed portion
 * is forwarded later, also when its sender has closed the connection, and everything after it follows.
 */
export type Fate =
  | "pass"
  | "cut"
  | "hold"
  | { readonly insteadOf: Buffer }
  | { readonly delayMs: number }
  | { readonly until: Promise<unknown> };

export async function startFaultProxy(databaseUrl: string): Promise<FaultProxy> {
  let target = new URL(databaseUrl);
  let meet: (portion: Portion) => Fate = () => "pass";
  let silent = false;
  let connections = 0;
  const sockets = new Set<Socket>();
  const held = new Set<Socket>();

  const server = createServer((service) => {
    connections += 1;
    const connection = connections;
    const database = connect(Number(target.port), target.hostname);
    const pair = [service, database];
    const end = () => pair.forEach((socket) => socket.destroy());
    const pipe = (source: Socket, drain: Socket, from: Portion["from"]) => {
      let delayed = 0;
      sockets.add(source);
      source.on("error", () => {});
      source.on("close", () => {
        sockets.delete(source);
        held.delete(source);
        if (!held.has(drain) && delayed === 0) end();
      });
      source.on("data", (bytes) => {
        const fate =
          silent || held.has(source)
            ? "hold"
            : meet({ from, text: bytes.toString("latin1"), connection });
        if (fate === "pass") drain.write(bytes);
        else if (fate === "cut") end();
        else if (fate === "hold") pair.forEach((socket) => held.add(socket));
        else if ("insteadOf" in fate) drain.write(fate.insteadOf);
        else {
          source.pause();
          delayed += 1;
          const over = "until" in fate ? fate.until : sleep(fate.delayMs);
          void over.finally(() => {
            delayed -= 1;
            drain.write(bytes);
            if (source.destroyed) drain.end();
            else source.resume();
          });
        }
      });
    };
    pipe(service, database, "service");
    pipe(database, service, "database");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  const cutAll = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: url.href,
    meet: (next) => (meet = next),
    calm: () => {
      meet = () => "pass";
      silent = false;
    },
    silence: () => (silent = true),
    cutAll,
    leadTo: (other) => {
      target = new URL(other);
      cutAll();
    },
    [Symbol.asyncDispose]: async () => {
      cutAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
