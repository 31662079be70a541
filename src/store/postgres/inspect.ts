import type { DatabaseFacts } from "../engine.ts";
import type { Connection } from "./connection.ts";
import { durableSettings, isDurable } from "./durable-settings.ts";
import { citusIsThere } from "./has-citus.ts";
import { readNodeSettings } from "./node-settings.ts";

/** A pooler answers with a process number of its own, and its transactions run in other processes. */
export async function inspectPostgres(connection: Connection): Promise<DatabaseFacts> {
  const [row = []] = await connection.readRows(
    `select
       current_setting('server_version'),
       (extract(epoch from clock_timestamp()) * 1000)::bigint,
       pg_backend_pid(),
       ${citusIsThere},
       ${durableSettings.map((name) => `current_setting('${name}')`).join(", ")}`,
    [],
  );
  const [version, now, processId, hasCitus, ...values] = row;
  return {
    version: `PostgreSQL ${String(version)}`,
    now: Number(now),
    durability:
      hasCitus === true
        ? await readNodeSettings(connection.kysely)
        : durableSettings.map((setting, index) => {
            const value = String(values[index]);
            return { setting, value, isDurable: isDurable(setting, value) };
          }),
    certificateEndsAt: connection.certificateEndsAt,
    isPooled: connection.processId !== undefined && connection.processId !== processId,
  };
}
