import { Client } from "pg";

/** A transaction on a PostgreSQL server that holds locks, so that others stop where they need them. */
export interface HeldLocks extends AsyncDisposable {
  /** Runs a statement in the transaction. */
  hold(text: string, ...values: readonly unknown[]): Promise<void>;
  /** Ends the transaction. */
  release(): Promise<void>;
  /** How many sessions wait for this transaction. */
  blocked(): Promise<number>;
  /** How many sessions of the database wait for a lock, whoever holds it. */
  waiting(): Promise<number>;
}

export async function holdLocks(databaseUrl: string): Promise<HeldLocks> {
  const holder = new Client(databaseUrl);
  // Within its transaction the holder would see its first snapshot only.
  const watcher = new Client(databaseUrl);
  await holder.connect();
  await watcher.connect();
  const { rows } = await holder.query("select pg_backend_pid() as pid");
  await holder.query("begin");
  const count = async (condition: string, ...values: readonly unknown[]) => {
    const answer = await watcher.query(
      `select pid from pg_stat_activity where datname = current_database() and ${condition}`,
      [...values],
    );
    return answer.rows.length;
  };
  return {
    hold: async (text, ...values) => {
      await holder.query(text, [...values]);
    },
    release: async () => {
      await holder.query("commit");
    },
    blocked: () => count("$1 = any(pg_blocking_pids(pid))", rows[0].pid),
    waiting: () => count("wait_event_type = 'Lock'"),
    [Symbol.asyncDispose]: async () => {
      await holder.end();
      await watcher.end();
    },
  };
}
