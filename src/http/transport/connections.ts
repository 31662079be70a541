import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { Connection, type ConnectionParts } from "./connection.ts";

/**
 * The connections of a listener. Node forgets those that asked for a tunnel and takes those that have
 * not sent anything for busy, so they are counted here; and so are calls whose callers have gone.
 */
export class Connections {
  readonly #serve: ConnectionParts["serve"];
  /** Those that are open, and those that are closed and have a call that is still being served. */
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

  /** Cuts off those on which no call is open. */
  closeIdleConnections(): void {
    for (const connection of this.#all.values()) if (!connection.isServing) connection.cut();
  }

  closeAllConnections(): void {
    for (const connection of this.#all.values()) connection.cut();
  }

  /** Whether a call is being served, be it one whose caller has gone. */
  get isServing(): boolean {
    return [...this.#all.values()].some((connection) => connection.isServing);
  }
}
