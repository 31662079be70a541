import { sql, type Kysely, type RawBuilder } from "kysely";
import { DatabaseUnusable } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { describeNodeSettings, readNodeSettings } from "./engine-facts.ts";
import { hasCitus } from "./nodes.ts";

/**
 * Where the rows of a table are in a database that Citus distributes: together with the other rows of their
 * account on one of the nodes, as a copy on each node, or on the coordinator alone.
 *
 * A statement that changes a table with copies needs every node. `account` is the only such table, because a
 * list reads the version of the account's catalogue there. Credentials and secrets are on the coordinator, so
 * an operator can rotate and revoke them while a node is down (B364).
 */
type Place = "with the account" | "on each node" | "on the coordinator";

/** Each table, and the one of migrations. The type demands an entry for every table. */
export const placement = {
  schema_migration: "on the coordinator",
  account: "on each node",
  api_host: "on the coordinator",
  enabled_endpoint: "on the coordinator",
  directory: "on the coordinator",
  directory_change: "on the coordinator",
  credential: "on the coordinator",
  client_secret: "on the coordinator",
  access_token: "with the account",
  account_number: "with the account",
  group: "with the account",
  interaction: "with the account",
  activity: "with the account",
  host: "with the account",
  ticket_type: "with the account",
  slot: "with the account",
  contact: "with the account",
  booking: "with the account",
  booking_data: "with the account",
  ticket: "with the account",
  hold: "with the account",
  reminder: "with the account",
  booking_event: "with the account",
  slot_event: "with the account",
  type_limit: "with the account",
  change_feed: "with the account",
  webhook: "with the account",
  webhook_secret: "with the account",
  webhook_delivery: "with the account",
  webhook_attempt: "with the account",
  outcome: "with the account",
  operator_request: "with the account",
  import_job: "with the account",
  import_left_out: "with the account",
  audit_event: "on the coordinator",
  clock_mark: "on the coordinator",
  rate_count: "on the coordinator",
  request_record: "with the account",
  operator: "on the coordinator",
  operator_account: "on the coordinator",
  operator_session: "on the coordinator",
} as const satisfies Readonly<Record<keyof Tables | "schema_migration", Place>>;

type PlacedTable = keyof typeof placement;

const names = Object.keys(placement);

/** The service's tables that the database has, in order. */
export async function visibleTables(transaction: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name
    from pg_class
    where pg_table_is_visible(oid)
      and relkind = 'r'
      and relname = any(${names})
    order by relname`.execute(transaction);
  return rows.map(({ name }) => name);
}

/** Places a table's rows. Citus colocates all tables that are distributed by a column of one type. */
const placements = {
  "with the account": (relation) => sql`create_distributed_table(${relation}, 'account_id')`,
  "on each node": (relation) => sql`create_reference_table(${relation})`,
  "on the coordinator": (relation) => sql`citus_add_local_table_to_metadata(${relation})`,
} as const satisfies Record<Place, (relation: RawBuilder<unknown>) => RawBuilder<unknown>>;

/**
 * Places every table that is not in its place yet, and returns their names. The transaction places all or
 * none, so a run that was killed is repeated. Throws `DatabaseUnusable` without the extension, or where a node
 * may lose what was acknowledged.
 */
export async function distribute(transaction: Kysely<Tables>): Promise<string[]> {
  if (!(await hasCitus(transaction))) {
    throw new DatabaseUnusable(
      "The database does not have the extension citus: a superuser creates it on each node and " +
        "names the nodes with citus_set_coordinator_host and citus_add_node.",
    );
  }
  const weak = (await readNodeSettings(transaction)).filter(({ isDurable }) => !isDurable);
  if (weak.length > 0) {
    throw new DatabaseUnusable(
      `${describeNodeSettings(weak)}: a crash can lose what was acknowledged. Set it to on there.`,
    );
  }
  return placeTables(transaction);
}

/** Distributes the tables that a migration has added, where the tables before it are distributed. */
export async function distributeNewTables(transaction: Kysely<Tables>): Promise<void> {
  if (!(await hasCitus(transaction))) return;
  if ((await readPlaces(transaction)).get("booking") !== placement.booking) return;
  await placeTables(transaction);
}

async function placeTables(transaction: Kysely<Tables>): Promise<string[]> {
  const places = await readPlaces(transaction);
  const missing = (Object.keys(placement) as PlacedTable[]).filter(
    (name) => places.get(name) !== placement[name],
  );
  if (missing.length === 0) return [];
  const foreignKeys = await dropForeignKeys(transaction, missing);
  for (const name of missing) await placeTable(transaction, name);
  for (const { child, parent, name, definition } of foreignKeys) {
    if (!canRefer(child, parent)) continue;
    await sql`
      alter table ${sql.table(child)}
      add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(transaction);
  }
  return missing;
}

async function placeTable(transaction: Kysely<Tables>, name: PlacedTable): Promise<void> {
  const relation = sql`${`"${name}"`}::regclass`;
  await sql`select ${placements[placement[name]](relation)}`.execute(transaction);
  if (placement[name] === "on the coordinator") return;
  // The rows were copied to the shards; the originals would stay on the coordinator's disk.
  await sql`select truncate_local_data_after_distributing_table(${relation})`.execute(transaction);
}

/** The rows of a distributed table cannot refer to the coordinator; `booking verify` checks these instead. */
function canRefer(child: PlacedTable, parent: PlacedTable): boolean {
  return !(placement[child] === "with the account" && placement[parent] === "on the coordinator");
}

interface ForeignKey {
  readonly child: PlacedTable;
  readonly parent: PlacedTable;
  readonly name: string;
  readonly definition: string;
}

/** Citus refuses to place a table while a foreign key leads to or from one that is not placed. */
async function dropForeignKeys(
  transaction: Kysely<Tables>,
  tables: readonly string[],
): Promise<readonly ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select
      child.relname as child,
      parent.relname as parent,
      rule.conname as name,
      pg_get_constraintdef(rule.oid) as definition
    from pg_constraint as rule
    join pg_class as child on child.oid = rule.conrelid
    join pg_class as parent on parent.oid = rule.confrelid
    where rule.contype = 'f'
      and child.relnamespace = current_schema()::regnamespace
      and child.relname = any(${Object.keys(placement)})
      and (child.relname = any(${tables}) or parent.relname = any(${tables}))
    order by child.relname, rule.conname`.execute(transaction);
  for (const { child, name } of rows) {
    await sql`
      alter table ${sql.table(child)}
      drop constraint ${sql.ref(name)}`.execute(transaction);
  }
  return rows;
}

/** The place of each table that Citus knows. */
async function readPlaces(transaction: Kysely<Tables>): Promise<ReadonlyMap<string, Place>> {
  const { rows } = await sql<{ name: string; place: Place }>`
    select
      relation.relname as name,
      case
        when part.partkey is not null then ${sql.lit("with the account" satisfies Place)}
        when part.repmodel = 't' then ${sql.lit("on each node" satisfies Place)}
        else ${sql.lit("on the coordinator" satisfies Place)}
      end as place
    from pg_dist_partition as part
    join pg_class as relation on relation.oid = part.logicalrelid
    where relation.relnamespace = current_schema()::regnamespace`.execute(transaction);
  return new Map(rows.map(({ name, place }) => [name, place]));
}
