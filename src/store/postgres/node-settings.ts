import { sql, type Kysely } from "kysely";
import { DatabaseUnavailable, type DatabaseFacts } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { durableSettings, isDurable } from "./durable-settings.ts";

type Settings = DatabaseFacts["durability"];

/**
 * The durability settings of each node of a Citus database. The service's own session settings do not reach
 * the nodes, so each node's configuration decides.
 */
export async function readNodeSettings(database: Kysely<Tables>): Promise<Settings> {
  const values = durableSettings.map((name) => `current_setting('${name}')`);
  const command = `select concat_ws(' ', ${values.join(", ")})`;
  const { rows } = await sql<{ node: string; success: boolean; result: string }>`
    select
      concat_ws(':', node.nodename, node.nodeport) as node,
      answer.success,
      answer.result
    from run_command_on_all_nodes(${command}) as answer
    join pg_dist_node as node using (nodeid)
    order by 1`.execute(database);
  return rows.flatMap(({ node, success, result }) => {
    if (!success) throw new DatabaseUnavailable(`The node ${node} does not answer: ${result}.`);
    return durableSettings.map((name, index) => {
      const value = result.split(" ")[index] ?? "";
      return { setting: `${name} of ${node}`, value, isDurable: isDurable(name, value) };
    });
  });
}

export function describeNodeSettings(settings: Settings): string {
  return settings.map(({ setting, value }) => `${setting} is ${value}`).join(", ");
}
