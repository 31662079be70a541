import { closeSync } from "node:fs";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import { BoundSocket, createServer, isIP, type AddressInfo, type Server } from "node:net";
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

type ListenOn = (sockets: readonly PortSocket[]) => Promise<string>;

/**
 * The sockets of the public port in a server process. It inherits those of all processes from the
 * supervisor, listens on its own, and on those of a process that has died: their queues outlive it.
 */
export class InheritedPort {
  /** Descriptors on which this process does not listen. */
  readonly #unused: Set<number>;
  readonly #all: readonly number[];
  readonly #processes: number;
  readonly #listenOn: ListenOn;

  constructor(all: readonly number[], processes: number, listenOn: ListenOn) {
    this.#unused = new Set(all);
    this.#all = all;
    this.#processes = processes;
    this.#listenOn = listenOn;
  }

  /** Listens on the sockets of this process. Resolves with the URL of the listener. */
  listen(number: number): Promise<string> {
    return this.#listenOn(this.#take(number));
  }

  /** Listens also on the sockets of another process. */
  async cover(number: number): Promise<void> {
    const sockets = this.#take(number);
    if (sockets.length > 0) await this.#listenOn(sockets);
  }

  #take(number: number): { fd: number }[] {
    return socketsOf(this.#all, number, this.#processes)
      .filter((fd) => this.#unused.delete(fd))
      .map((fd) => ({ fd }));
  }

  /** Closes what this process does not listen on. A socket that stays open keeps a queue that nobody reads. */
  close(): void {
    for (const fd of this.#unused) closeSync(fd);
    this.#unused.clear();
  }
}

/** A socket that is bound to the public port: one's own, or an inherited one by its descriptor. */
export type PortSocket = BoundSocket | { readonly fd: number };

/**
 * The number of connections that may wait to be accepted; the operating system may allow less. With
 * Node's 511, some of a thousand callers that connect at once are connected on their side only.
 */
const backlog = 4_096;

/** Accepts connections of one HTTP server on several sockets. */
export class Acceptors {
  readonly #server: HttpServer;
  /** The HTTP server has the first socket, and each of these servers has another one. */
  readonly others: Server[] = [];

  constructor(server: HttpServer) {
    this.#server = server;
  }

  async listen(sockets: readonly PortSocket[]): Promise<void> {
    for (const socket of sockets) await this.#listenOn(socket);
  }

  async #listenOn(socket: PortSocket): Promise<void> {
    const acceptor = this.#server.listening ? this.#another() : this.#server;
    if ("fd" in socket && typeof socket.fd === "number")
      acceptor.listen({ fd: socket.fd, backlog });
    else acceptor.listen(socket, backlog);
    await once(acceptor, "listening");
  }

  #another(): Server {
    // The options are those that an HTTP server has.
    const acceptor = createServer({ allowHalfOpen: true, noDelay: true }, (connection) =>
      this.#server.emit("connection", connection),
    );
    this.others.push(acceptor);
    return acceptor;
  }
}

/** The URL at which a server listens. */
export function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

/** A URL at which a program on this machine reaches a server, which may listen on every address. */
export function reachableAddress(address: string): string {
  const url = new URL(address);
  if (everyAddress.has(url.hostname)) url.hostname = "127.0.0.1";
  return url.origin;
}

const everyAddress: ReadonlySet<string> = new Set(["0.0.0.0", "[::]"]);

const hostVariables = {
  PORT: "HOST",
  OPERATOR_PORT: "OPERATOR_HOST",
  ACCOUNT_PAGE_PORT: "HOST",
} as const;

/** Why a port cannot be listened on, with the setting to change; empty where it can. */
export async function whyTaken(
  variable: keyof typeof hostVariables,
  host: string,
  port: number,
): Promise<string[]> {
  try {
    await refuseUsedPort(host, port);
    return [];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // An address that this machine does not have fails with every port.
    const cause = code === "EADDRINUSE" || code === "EACCES" ? variable : hostVariables[variable];
    return [`${host} port ${port} cannot be listened on (${code}): change ${cause}`];
  }
}
