import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { Connection, type ConnectionParts } from "./connection.ts";

/** How many connections there is room for. */
export interface ConnectionLimit {
  readonly most: number;
  /** Called when another connection has to give way. */
  readonly onFull: () => void;
}

/**
 * The connections of a listener. Node forgets those that sent CONNECT, counts those that sent
 * nothing as busy, and knows nothing of calls whose callers have disconnected, so they are tracked
 * here.
 */
export class Connections {
  readonly #serve: ConnectionParts["serve"];
  readonly #limit: ConnectionLimit;
  /** Open connections, and closed ones with a call that is still being served. */
  readonly #all = new Map<Duplex, Connection>();

  constructor(serve: ConnectionParts["serve"], connectionLimit: ConnectionLimit) {
    this.#serve = serve;
    this.#limit = connectionLimit;
  }

  add(socket: Socket): void {
    if (this.#all.size >= this.#limit.most && !this.#makeRoom()) return void socket.destroy();
    const onOver = () => this.#all.delete(socket);
    this.#all.set(socket, new Connection(socket, { serve: this.#serve, onOver }));
  }

  of(socket: Duplex): Connection | undefined {
    return this.#all.get(socket);
  }

  /**
   * Cuts the oldest connection that never sent a request, or else the oldest idle one. False when all are
   * busy: the new one then has to go.
   */
  #makeRoom(): boolean {
    this.#limit.onFull();
    let idle: Connection | null = null;
    for (const [socket, connection] of this.#all) {
      if (connection.isServing || socket.destroyed) continue;
      idle ??= connection;
      if (!connection.isUnused) continue;
      idle = connection;
      break;
    }
    idle?.cut();
    return idle !== null;
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
