import { Pool, type ClientConfig, type PoolClient } from "pg";
import type { PoolUse } from "../engine.ts";
import { refuseFullQueue } from "../statement.ts";
import { Connection } from "./connection.ts";
import { livenessOf, type ConnectionParts } from "./connection-parts.ts";
import { asUnavailable, explainConnecting } from "./faults.ts";
import { prepareSession } from "./session.ts";
import type { Limit } from "./client-config.ts";

/** Lends the connections of a pool, one borrower each; a broken connection is replaced on its return. */
export class ConnectionPool {
  readonly #pool: Pool;
  readonly #parts: ConnectionParts;
  readonly #semaphore: Semaphore;
  readonly #size: number;
  readonly #waited = { waits: 0, waitSeconds: 0 };
  readonly #connections = new WeakMap<PoolClient, Connection>();
  readonly #clients = new WeakMap<Connection, PoolClient>();

  constructor(config: ClientConfig, parts: ConnectionParts, size: number) {
    this.#parts = parts;
    this.#semaphore = new Semaphore(size);
    this.#size = size;
    this.#pool = new Pool({ ...config, max: size, idleTimeoutMillis: 30_000 });
    // A statement over a lost connection fails by itself. An idle connection is replaced when it is needed.
    this.#pool.on("error", nothing);
    this.#pool.on("connect", (client) => client.on("error", nothing));
  }

  /** Lends `work` a connection until it ends. */
  async lend<T>(limit: Limit, work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.borrow(limit);
    try {
      return await work(connection);
    } finally {
      this.giveBack(connection);
    }
  }

  /** Sets the time limit of the connection, and the rows that its borrower may see. */
  async borrow({ limitMs, deadline }: Limit): Promise<Connection> {
    const remainingMs = Math.max(0, deadline - performance.now());
    const connection = await this.#take(Math.min(limitMs, remainingMs));
    connection.limitMs = limitMs;
    connection.deadline = deadline;
    connection.liveness = livenessOf(this.#parts);
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

  get use(): Omit<PoolUse, "pool"> {
    const { waits, waitSeconds } = this.#waited;
    return { size: this.#size, ...this.#semaphore.use(this.#size), waits, waitSeconds };
  }

  /** Waits for a permit and then for connecting, at most `limitMs` for each while the database lives. */
  async #take(limitMs: number): Promise<Connection> {
    const liveness = livenessOf(this.#parts);
    liveness.refuseWhenDead();
    const isFree = this.#semaphore.isFree;
    const askedAt = isFree ? 0 : performance.now();
    const turn = this.#semaphore.acquire();
    try {
      await liveness.watch(turn, limitMs);
      if (!isFree) this.#noteWait(askedAt);
    } catch (error) {
      turn.then(() => this.#semaphore.release(), nothing);
      if (!isFree) this.#noteWait(askedAt);
      throw asUnavailable(error);
    }
    try {
      return await this.#connect(limitMs);
    } catch (error) {
      this.#semaphore.release();
      throw explainConnecting(error);
    }
  }

  #noteWait(askedAt: number): void {
    this.#waited.waits += 1;
    this.#waited.waitSeconds += (performance.now() - askedAt) / 1000;
  }

  async #connect(limitMs: number): Promise<Connection> {
    const liveness = livenessOf(this.#parts);
    // The database may have died while the borrower waited for a permit.
    liveness.refuseWhenDead();
    const connecting = this.#pool.connect();
    try {
      const client = await liveness.watch(connecting, limitMs);
      const known = this.#connections.get(client);
      if (known !== undefined) return known;
      const session = await liveness.watch(prepareSession(client, this.#parts), limitMs);
      const connection = new Connection(client, this.#parts, session);
      this.#connections.set(client, connection);
      this.#clients.set(connection, client);
      return connection;
    } catch (error) {
      // A connection that comes after its limit has no borrower, and its session may be half prepared.
      connecting.then((client) => client.release(true), nothing);
      throw error;
    }
  }
}

const nothing = () => {};

/**
 * A counted permit with a queue in order of arrival. The pool has a queue too, but one time limit for the
 * queue and for connecting; a busy pool deserves a longer wait than a server that accepts nobody.
 */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atATime: number) {
    this.#free = atATime;
  }

  get isFree(): boolean {
    return this.#free > 0;
  }

  use(size: number): Pick<PoolUse, "inUse" | "waiting"> {
    return { inUse: size - this.#free, waiting: this.#waiting.length };
  }

  /** Every permit, also one that is granted later, must be released once. */
  async acquire(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    refuseFullQueue(this.#waiting.length);
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
