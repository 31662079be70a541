import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/**
 * Stands between the service and PostgreSQL and does to the connection what networks do.
 *
 * A step is one portion of bytes from the service: pg sends a statement whole and waits for its
 * answer, so each step is one statement.
 */
export interface FaultProxy extends AsyncDisposable {
  /** The database's URL by way of the proxy. */
  readonly url: string;
  /** From now on every portion is shown to `meet`, which says what becomes of it. */
  meet(meet: (portion: Portion) => Fate): void;
  /** From now on everything passes. */
  calm(): void;
  /** New connections are accepted and hear nothing, old ones neither, until `calm`. */
  silence(): void;
  /** Ends every connection at once. */
  cutAll(): void;
  /** The same, and new ones lead to this server. */
  leadTo(databaseUrl: string): void;
}

export interface Portion {
  readonly from: "service" | "database";
  /** As Latin-1, so that the text of statements can be looked for. */
  readonly text: string;
  /** Which connection, counted from 1. */
  readonly connection: number;
}

/**
 * `cut` loses the portion and ends the connection; `hold` loses it and everything after it. What is
 * delayed comes after it was waited for, also when whoever sent it has gone, and what follows comes
 * after that.
 */
export type Fate =
  | "pass"
  | "cut"
  | "hold"
  | { readonly insteadOf: Buffer }
  | { readonly delayMs: number };

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
          setTimeout(() => {
            delayed -= 1;
            drain.write(bytes);
            if (source.destroyed) drain.end();
            else source.resume();
          }, fate.delayMs);
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
