import { sql, type Kysely } from "kysely";
import type { Tables } from "../tables.ts";

/** The node of a Citus database that has the rows of each account, by its address. */
export async function readAccountNodes(
  reads: Kysely<Tables>,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; node: string }>`
    select placed.id, concat_ws(':', node.nodename, node.nodeport) as node
    from (
      select id, get_shard_id_for_distribution_column('booking', id) as shard
      from account
      offset 0
    ) as placed
    join pg_dist_placement as place on place.shardid = placed.shard
    join pg_dist_node as node on node.groupid = place.groupid and node.noderole = 'primary'`.execute(
    reads,
  );
  return new Map(rows.map(({ id, node }) => [id, node]));
}
