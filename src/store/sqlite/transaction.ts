import { setTimeout as sleep } from "node:timers/promises";
import { sql, type ControlledTransaction, type Kysely } from "kysely";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { longestRetryMs, type SqliteConnection } from "./connection.ts";

/** Runs write transactions one after the other on the connection of `writes`. */
export function prepareTransactions(
  writes: Kysely<Tables>,
): Pick<Engine, "write" | "readThenWrite" | "alone"> {
  const write: Engine["write"] = (work) => writes.transaction().execute(work);
  return {
    write,
    readThenWrite: (read, decide) =>
      write(async (transaction) => {
        const decided = decide(await read(transaction));
        for (const statement of decided.writes) await transaction.executeQuery(statement);
        return decided.answer;
      }),
    // Write transactions never overlap here, so `alone` needs nothing more.
    alone: write,
  };
}

/*
 * A commit writes each page that its transaction has changed to the log, and a checkpoint copies it into the
 * database. Rows whose keys are random change a page each, so many small commits write the same pages again
 * and again. The transactions of a series therefore share one commit: each is a savepoint, and the commit
 * follows as soon as another writer waits for the lock.
 */

/** How long a series keeps the write lock where it sees nobody wait. */
const usualHoldMs = 1_000;

/** Every waiting writer has tried to take the lock once in this time. */
const pauseMs = longestRetryMs + 5;

export function prepareSeries(
  connection: SqliteConnection,
  writes: Kysely<Tables>,
  holdMs = usualHoldMs,
): Engine["series"] {
  return async (work) => {
    const series = new Series(connection, writes, holdMs);
    connection.setMemory("series");
    try {
      const result = await work(
        (step) => series.write(step),
        () => series.isAwaited(),
      );
      await series.commit();
      return result;
    } catch (error) {
      // Of two errors, the first one says what happened. The connection is released in any case.
      await series.rollback().catch(() => {});
      throw error;
    } finally {
      connection.setMemory("usual");
    }
  };
}

class Series {
  readonly #connection: SqliteConnection;
  readonly #writes: Kysely<Tables>;
  readonly #holdMs: number;
  #transaction: ControlledTransaction<Tables> | null = null;
  #isAsked = () => false;
  #begunAt = 0;
  /** Whether the last commit was made for somebody who waited. */
  #gaveWay = false;

  constructor(connection: SqliteConnection, writes: Kysely<Tables>, holdMs: number) {
    this.#connection = connection;
    this.#writes = writes;
    this.#holdMs = holdMs;
  }

  async write<T>(step: (transaction: Kysely<Tables>) => Promise<T>): Promise<T> {
    const transaction = (this.#transaction ??= await this.#begin());
    if (!this.#connection.isInTransaction) throw new Error("The series has lost its transaction.");
    await sql`savepoint step`.execute(transaction);
    try {
      return await step(transaction);
    } catch (error) {
      // After an error such as a full disk, SQLite has rolled back the whole transaction.
      if (this.#connection.isInTransaction) await sql`rollback to step`.execute(transaction);
      throw error;
    } finally {
      if (this.#connection.isInTransaction) {
        await sql`release step`.execute(transaction);
        await this.#giveWay();
      }
    }
  }

  isAwaited(): boolean {
    return this.#transaction === null ? this.#gaveWay : this.#isAsked();
  }

  async #begin(): Promise<ControlledTransaction<Tables>> {
    const transaction = await this.#writes.startTransaction().execute();
    this.#isAsked = this.#connection.watchRequests();
    this.#begunAt = performance.now();
    return transaction;
  }

  async #giveWay(): Promise<void> {
    this.#gaveWay = this.#isAsked();
    if (!this.#gaveWay && performance.now() - this.#begunAt < this.#holdMs) return;
    await this.commit();
    await sleep(pauseMs);
  }

  async commit(): Promise<void> {
    // After a COMMIT that failed, the transaction is still there to be rolled back.
    await this.#transaction?.commit().execute();
    this.#transaction = null;
  }

  async rollback(): Promise<void> {
    const transaction = this.#transaction;
    this.#transaction = null;
    await transaction?.rollback().execute();
  }
}
