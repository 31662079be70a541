import { Pool, type ClientConfig, type PoolClient } from "pg";
import { Connection, type ConnectionParts } from "./connection.ts";
import { asUnavailable, explainConnecting } from "./faults.ts";
import { prepareSession } from "./row-security.ts";
import { Semaphore } from "./semaphore.ts";

export interface ConnectionPoolOptions {
  /** Connections at a time. */
  readonly size: number;
  /** With a pooler in between, a session has no settings of its own. */
  readonly pooler: boolean;
}

/** Lends out the connections of a pool; a spoilt one that comes back is replaced. */
export class ConnectionPool {
  readonly #pool: Pool;
  readonly #parts: ConnectionParts;
  readonly #options: ConnectionPoolOptions;
  readonly #semaphore: Semaphore;
  readonly #connections = new WeakMap<PoolClient, Connection>();
  readonly #clients = new WeakMap<Connection, PoolClient>();

  constructor(config: ClientConfig, parts: ConnectionParts, options: ConnectionPoolOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#semaphore = new Semaphore(options.size);
    this.#pool = new Pool({ ...config, max: options.size, idleTimeoutMillis: 30_000 });
    // What was asked over a lost connection fails by itself; an idle one is replaced when needed.
    this.#pool.on("error", nothing);
    this.#pool.on("connect", (client) => client.on("error", nothing));
  }

  /** Waits for its turn and for connecting, for `limitMs` each at most while the database lives. */
  async borrow(limitMs: number): Promise<Connection> {
    const { liveness } = this.#parts;
    liveness.refuseWhenDead();
    const turn = this.#semaphore.acquire();
    try {
      await liveness.watch(turn, limitMs);
    } catch (error) {
      turn.then(() => this.#semaphore.release(), nothing);
      throw asUnavailable(error);
    }
    try {
      return await this.#connect(limitMs);
    } catch (error) {
      this.#semaphore.release();
      throw explainConnecting(error);
    }
  }

  giveBack(connection: Connection): void {
    this.#clients.get(connection)?.release(connection.spoilt);
    this.#semaphore.release();
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #connect(limitMs: number): Promise<Connection> {
    const { liveness } = this.#parts;
    // It may have died while others had their turn.
    liveness.refuseWhenDead();
    const connecting = this.#pool.connect();
    try {
      const client = await liveness.watch(connecting, limitMs);
      const known = this.#connections.get(client);
      if (known !== undefined) return known;
      if (!this.#options.pooler) {
        await liveness.watch(prepareSession(client), limitMs);
      }
      const connection = new Connection(client, this.#parts);
      this.#connections.set(client, connection);
      this.#clients.set(connection, client);
      return connection;
    } catch (error) {
      // Whenever it comes, nobody wants it any more, and it may be half prepared.
      connecting.then((client) => client.release(true), nothing);
      throw error;
    }
  }
}

const nothing = () => {};
