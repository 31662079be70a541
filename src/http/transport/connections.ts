import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { Connection, type ConnectionParts } from "./connection.ts";

/**
 * The connections of a listener. Node forgets those that sent CONNECT, counts those that sent
 * nothing as busy, and knows nothing of calls whose callers have disconnected, so they are tracked
 * here.
 */
export class Connections {
  readonly #serve: ConnectionParts["serve"];
  /** Open connections, and closed ones with a call that is still being served. */
  readonly #all = new Map<Duplex, Connection>();

  constructor(serve: ConnectionParts["serve"]) {
    this.#serve = serve;
  }

  add(socket: Socket): void {
    const onOver = () => this.#all.delete(socket);
    this.#all.set(socket, new Connection(socket, { serve: this.#serve, onOver }));
  }

  of(socket: Duplex): Connection | undefined {
    return this.#all.get(socket);
  }

  /** Cuts the connections without an open call. */
  closeIdleConnections(): void {
    for (const connection of this.#all.values()) if (!connection.isServing) connection.cut();
  }

  closeAllConnections(): void {
    for (const connection of this.#all.values()) connection.cut();
  }

  /** Whether a call is being served, also one whose caller has disconnected. */
  get isServing(): boolean {
    return [...this.#all.values()].some((connection) => connection.isServing);
  }
}
