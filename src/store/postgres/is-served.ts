import { setTimeout as sleep } from "node:timers/promises";
import type { Connection } from "./connection.ts";
import { serverName } from "./client-config.ts";

/** The sessions of a server that has just ended vanish within this time. */
const waitMs = 500;
const pauseMs = 100;

/** Whether a server of ours has the database open. */
export async function isServedPostgres(connection: Connection): Promise<boolean> {
  for (let waited = 0; ; waited += pauseMs) {
    const sessions = await connection.readRows(
      `select pid
       from pg_stat_activity
       where datname = current_database()
         and application_name = $1
       limit 1`,
      [serverName],
    );
    if (sessions.length === 0 || waited >= waitMs) return sessions.length > 0;
    await sleep(pauseMs);
  }
}
