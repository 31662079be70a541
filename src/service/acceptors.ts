import { once } from "node:events";
import type { Server as HttpServer } from "node:http";
import { createServer, type BoundSocket, type Server } from "node:net";

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
