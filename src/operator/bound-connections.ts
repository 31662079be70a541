import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** The requests of an open connection that are being served. */
type Served = Set<IncomingMessage>;

/**
 * Bounds the open connections of the operator's listener, which desks, consoles and scrapers share. A further
 * connection ends the oldest idle one, or else the oldest one that is still sending a sign-in, for which nobody
 * needs a key. Where all others are busy, the new connection ends. `onFull` is called for each that ends.
 */
export function boundConnections(server: Server, most: number, onFull: () => void): void {
  const open = new Map<Socket, Served>();
  server.on("connection", (socket: Socket) => {
    if (open.size >= most) {
      onFull();
      const [least] = [...open].find(([, served]) => served.size === 0) ??
        [...open].find(([, served]) => [...served].every(isSigningIn)) ?? [socket];
      open.delete(least);
      least.destroy();
      if (least === socket) return;
    }
    open.set(socket, new Set());
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", (request, response) => {
    const served = open.get(request.socket);
    served?.add(request);
    response.once("close", () => served?.delete(request));
  });
}

function isSigningIn({ complete, url = "" }: IncomingMessage): boolean {
  return !complete && url.startsWith("/operator/v1/session");
}
