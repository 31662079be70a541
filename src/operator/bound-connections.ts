import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

export interface ConnectionBound {
  readonly most: number;
  /** Called for each connection that is ended to make room. */
  readonly onFull: () => void;
  /** Whether the sender of a request has shown a valid key or session. */
  readonly isKnown: (request: IncomingMessage) => boolean;
}

/** An open connection. Instants are milliseconds of the monotonic clock. */
interface Open {
  idleSince: number;
  /** The requests that are being served, and when each began. */
  readonly served: Map<IncomingMessage, number>;
}

/**
 * Bounds the open connections of the operator's listener, which desks, consoles and scrapers share. A further
 * connection ends the one that has been idle, or at work for an unknown sender, for longest. Such work is a
 * sign-in that is still being sent, or an answer that is held because its address sent too many wrong keys.
 * Where all others are at work for operators, the new connection ends.
 */
export function boundConnections(server: Server, { most, onFull, isKnown }: ConnectionBound): void {
  const all = new Map<Socket, Open>();
  server.on("connection", (socket: Socket) => {
    if (all.size >= most) {
      onFull();
      const least = leastNeeded() ?? socket;
      all.delete(least);
      least.destroy();
      if (least === socket) return;
    }
    all.set(socket, { idleSince: performance.now(), served: new Map() });
    socket.once("close", () => all.delete(socket));
  });
  server.on("request", (request, response) => {
    const open = all.get(request.socket);
    open?.served.set(request, performance.now());
    response.once("close", () => {
      open?.served.delete(request);
      if (open !== undefined) open.idleSince = performance.now();
    });
  });

  function leastNeeded(): Socket | null {
    let least: Socket | null = null;
    let earliest = Infinity;
    for (const [socket, open] of all) {
      const since = notNeededSince(open);
      if (since < earliest) [least, earliest] = [socket, since];
    }
    return least;
  }

  /** Infinity where the connection is at work for an operator. */
  function notNeededSince({ idleSince, served }: Open): number {
    const [first] = served.values();
    if (first === undefined) return idleSince;
    return [...served.keys()].some(isKnown) ? Infinity : first;
  }
}
