import type { DatabaseFacts } from "../engine.ts";
import type { Connection } from "./connection.ts";

/** The settings on which durability rests, and the values that lose nothing after a crash. */
const durable: Readonly<Record<string, readonly string[]>> = {
  fsync: ["on"],
  full_page_writes: ["on"],
  synchronous_commit: ["on", "remote_write", "remote_apply"],
};

/** A pooler answers with a process number of its own, and its transactions run in other processes. */
export async function inspectPostgres(connection: Connection): Promise<DatabaseFacts> {
  const names = Object.keys(durable);
  const [row = []] = await connection.readRows(
    `select
       current_setting('server_version'),
       (extract(epoch from clock_timestamp()) * 1000)::bigint,
       pg_backend_pid(),
       ${names.map((name) => `current_setting('${name}')`).join(", ")}`,
    [],
  );
  const [version, now, processId, ...values] = row;
  return {
    version: `PostgreSQL ${String(version)}`,
    now: Number(now),
    durability: names.map((setting, index) => {
      const value = String(values[index]);
      return { setting, value, isDurable: durable[setting]?.includes(value) === true };
    }),
    certificateEndsAt: connection.certificateEndsAt,
    isPooled: connection.processId !== undefined && connection.processId !== processId,
  };
}
