import type { ClientBase } from "pg";
import type { ConnectionParts } from "./connection.ts";
import { everyAccount } from "./row-security.ts";

/**
 * Prepares the session of a new connection: a commit is on the disk when it is answered, and the session
 * sees every account until it is limited to one. Session settings do not survive a pooler.
 */
export async function prepareSession(
  client: ClientBase,
  { pooler }: Pick<ConnectionParts, "pooler">,
): Promise<void> {
  if (pooler) return;
  await client.query(
    `select
       set_config('booking.account', '${everyAccount}', false),
       case
         when current_setting('synchronous_commit') in ('off', 'local')
         then set_config('synchronous_commit', 'on', false)
       end`,
  );
}
