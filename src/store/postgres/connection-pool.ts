import { Pool, type ClientConfig, type PoolClient } from "pg";
import { Connection, type ConnectionParts } from "./connection.ts";
import { asUnavailable, explainConnecting } from "./faults.ts";
import type { Limit } from "./patience.ts";
import { Semaphore } from "./semaphore.ts";
import { prepareSession } from "./session.ts";

/** Lends out the connections of a pool; a spoilt one that comes back is replaced. */
export class ConnectionPool {
  readonly #pool: Pool;
  readonly #parts: ConnectionParts;
  readonly #semaphore: Semaphore;
  readonly #connections = new WeakMap<PoolClient, Connection>();
  readonly #clients = new WeakMap<Connection, PoolClient>();

  constructor(config: ClientConfig, parts: ConnectionParts, size: number) {
    this.#parts = parts;
    this.#semaphore = new Semaphore(size);
    this.#pool = new Pool({ ...config, max: size, idleTimeoutMillis: 30_000 });
    // What was asked over a lost connection fails by itself; an idle one is replaced when needed.
    this.#pool.on("error", nothing);
    this.#pool.on("connect", (client) => client.on("error", nothing));
  }

  /** Lends `work` a connection, which comes back when it is over. */
  async lend<T>(limit: Limit, work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.borrow(limit);
    try {
      return await work(connection);
    } finally {
      this.giveBack(connection);
    }
  }

  /** The connection keeps to the limit, and shows the rows that its borrower may see. */
  async borrow({ limitMs, deadline }: Limit): Promise<Connection> {
    const remainingMs = Math.max(0, deadline - performance.now());
    const connection = await this.#take(Math.min(limitMs, remainingMs));
    connection.limitMs = limitMs;
    connection.deadline = deadline;
    try {
      await connection.limitToAccount();
      return connection;
    } catch (error) {
      this.giveBack(connection);
      throw error;
    }
  }

  giveBack(connection: Connection): void {
    this.#clients.get(connection)?.release(connection.spoilt);
    this.#semaphore.release();
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  /** Waits for its turn and for connecting, for `limitMs` each at most while the database lives. */
  async #take(limitMs: number): Promise<Connection> {
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

  async #connect(limitMs: number): Promise<Connection> {
    const { liveness } = this.#parts;
    // It may have died while others had their turn.
    liveness.refuseWhenDead();
    const connecting = this.#pool.connect();
    try {
      const client = await liveness.watch(connecting, limitMs);
      const known = this.#connections.get(client);
      if (known !== undefined) return known;
      await liveness.watch(prepareSession(client, this.#parts), limitMs);
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
