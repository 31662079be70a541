import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { longestRetryMs } from "./connection.ts";
import type { Turns } from "./dialect.ts";

/** Runs write transactions one after the other. */
export function prepareTransactions(
  turns: Turns,
): Pick<Engine, "write" | "readThenWrite" | "alone" | "rebuild"> {
  const write: Engine["write"] = async (work) => {
    const connection = await turns.take();
    try {
      await connection.begin();
      try {
        const answer = await work(turns.kysely);
        connection.commit();
        return answer;
      } catch (error) {
        connection.rollback();
        throw error;
      }
    } finally {
      turns.end();
    }
  };
  const { connection } = turns;
  return {
    write,
    readThenWrite: (read, decide) =>
      write(async (transaction) => {
        const { answer, writes } = decide(await read(transaction));
        for (const statement of writes) await turns.connection.executeQuery(statement);
        return answer;
      }),
    // Write transactions never overlap here, so `alone` needs nothing more.
    alone: write,
    // An insert of many rows checks each reference to them too, which costs more than the row.
    rebuild: async (work) => {
      connection.checkReferences(false);
      connection.setMemory("rebuild");
      try {
        return await write(async (transaction) => {
          const answer = await work(transaction);
          await refuseStrayReferences(transaction);
          return answer;
        });
      } finally {
        connection.setMemory("usual");
        connection.checkReferences(true);
      }
    },
  };
}

async function refuseStrayReferences(transaction: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ table: string; parent: string }>`
    select "table", parent
    from pragma_foreign_key_check()
    limit 1`.execute(transaction);
  const [stray] = rows;
  if (stray !== undefined) {
    throw new Error(
      `A row of ${stray.table} refers to a row of ${stray.parent} that is not there.`,
    );
  }
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

export function prepareSeries(turns: Turns, holdMs = usualHoldMs): Engine["series"] {
  const { connection } = turns;
  return async (work) => {
    const series = new Series(turns, holdMs);
    connection.setMemory("series");
    try {
      const result = await work(
        (step) => series.write(step),
        () => series.isAwaited(),
      );
      series.commit();
      return result;
    } catch (error) {
      // Of two errors, the first one says what happened.
      series.rollback();
      throw error;
    } finally {
      connection.setMemory("usual");
    }
  };
}

class Series {
  readonly #turns: Turns;
  readonly #holdMs: number;
  /** Whether this series has the connection's turn, in a transaction. */
  #isOpen = false;
  #isAsked = () => false;
  #begunAt = 0;
  /** Whether the last commit was made for somebody who waited. */
  #gaveWay = false;

  constructor(turns: Turns, holdMs: number) {
    this.#turns = turns;
    this.#holdMs = holdMs;
  }

  async write<T>(step: (transaction: Kysely<Tables>) => Promise<T>): Promise<T> {
    if (!this.#isOpen) await this.#begin();
    const { connection, kysely } = this.#turns;
    if (!connection.isInTransaction) throw new Error("The series has lost its transaction.");
    await sql`savepoint step`.execute(kysely);
    try {
      return await step(kysely);
    } catch (error) {
      // After an error such as a full disk, SQLite has rolled back the whole transaction.
      if (connection.isInTransaction) await sql`rollback to step`.execute(kysely);
      throw error;
    } finally {
      if (connection.isInTransaction) {
        await sql`release step`.execute(kysely);
        await this.#giveWay();
      }
    }
  }

  isAwaited(): boolean {
    return this.#isOpen ? this.#isAsked() : this.#gaveWay;
  }

  async #begin(): Promise<void> {
    const connection = await this.#turns.take();
    try {
      await connection.begin();
    } catch (error) {
      this.#turns.end();
      throw error;
    }
    this.#isOpen = true;
    this.#isAsked = connection.watchRequests();
    this.#begunAt = performance.now();
  }

  async #giveWay(): Promise<void> {
    this.#gaveWay = this.#isAsked();
    if (!this.#gaveWay && performance.now() - this.#begunAt < this.#holdMs) return;
    this.commit();
    await sleep(pauseMs);
  }

  commit(): void {
    if (!this.#isOpen) return;
    // After a COMMIT that failed, the transaction is still there to be rolled back.
    this.#turns.connection.commit();
    this.#end();
  }

  rollback(): void {
    if (!this.#isOpen) return;
    try {
      this.#turns.connection.rollback();
    } catch {
      // The connection is released in any case.
    }
    this.#end();
  }

  #end(): void {
    this.#isOpen = false;
    this.#turns.end();
  }
}
