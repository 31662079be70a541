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
    // An insert of many rows checks each reference to them too, which costs more than the row. The checks are those of the
    // whole connection, so that nobody else may write meanwhile: migrations and conversions have the database alone.
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
 * and again: the transactions of a series are long while nobody waits for the lock (`PortionSize`). None is a savepoint
 * of a longer one, because SQLite copies each page that changes in a savepoint to a temporary file.
 */

/** How long a series goes on without a pause where it sees nobody wait. */
const usualPaceMs = 1_000;

/** Every waiting writer has tried to take the lock once in this time. */
const pauseMs = longestRetryMs + 5;

export function prepareSeries(
  turns: Turns,
  write: Engine["write"],
  paceMs = usualPaceMs,
): Engine["series"] {
  const { connection } = turns;
  return async (work) => {
    let isAwaited = () => false;
    let pausedAt = performance.now();
    const writeOne: Engine["write"] = async (step) => {
      try {
        return await write(async (transaction) => {
          const isAsked = connection.watchRequests();
          isAwaited = isAsked;
          try {
            return await step(transaction);
          } finally {
            const wasAsked = isAsked();
            isAwaited = () => wasAsked;
          }
        });
      } finally {
        if (isAwaited() || performance.now() - pausedAt >= paceMs) {
          await sleep(pauseMs);
          pausedAt = performance.now();
        }
      }
    };
    connection.setMemory("series");
    try {
      return await work(writeOne, () => isAwaited());
    } finally {
      connection.setMemory("usual");
    }
  };
}
