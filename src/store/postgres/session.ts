import type { ClientBase } from "pg";
import { DatabaseUnusable } from "../engine.ts";
import { clientCheck } from "./client-check.ts";
import type { ConnectionParts } from "./connection.ts";
import { citusIsThere } from "./has-citus.ts";
import { everyAccount } from "./row-security.ts";

/**
 * Prepares the session of a new connection: a commit is on the disk when it is answered, the session sees every
 * account until it is limited to one, and a statement ends soon after its client. A statement has one process of
 * the server: callers' need no more, and operators' leave the processors to callers' (B395). Session settings do
 * not survive a pooler. Notes whether the database has Citus.
 */
export async function prepareSession(
  client: ClientBase,
  { pooler, scope, nodes }: Pick<ConnectionParts, "pooler" | "scope" | "nodes">,
): Promise<void> {
  const { rows } = await client.query<{ citus: boolean }>(
    pooler ? `select ${citusIsThere} as citus` : prepare,
  );
  nodes.exist = rows[0]?.citus === true;
  if (nodes.exist && scope !== null) {
    throw new DatabaseUnusable(
      "ROW_LEVEL_SECURITY is on, but the database has Citus, whose nodes do not know the account of a " +
        "session: no rows would be found. Switch it off.",
    );
  }
}

const prepare = `select
       ${citusIsThere} as citus,
       set_config('booking.account', '${everyAccount}', false),
       case
         when current_setting('synchronous_commit') in ('off', 'local')
         then set_config('synchronous_commit', 'on', false)
       end,
       set_config('max_parallel_workers_per_gather', '0', false),
       ${clientCheck("session")}`;
