import { sql, type Kysely, type RawBuilder } from "kysely";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import type { Refused } from "../../domain/refusal.ts";
import type { CopyProgress, Engine } from "../engine.ts";
import { keys, type TableOfAccount } from "../keys.ts";
import { migrate } from "../migrations/migrate.ts";
import { schemaState } from "../migrations/schema-state.ts";
import type { Tables } from "../tables.ts";
import { isUuidColumn, uuid } from "../uuid-columns.ts";

export interface InstallationCopyOrder {
  readonly audit: AuditContext;
  /** Called with the number of rows copied so far. */
  readonly onProgress: CopyProgress;
}

export type InstallationCopyRefusal =
  | { readonly why: "source-in-use" }
  | { readonly why: "source-schema"; readonly schema: "older" | "newer" }
  | { readonly why: "target-schema" }
  | { readonly why: "target-not-empty" };

/** The number of copied rows of each table. */
export type InstallationCopyCounts = Readonly<Record<CopiedTable, number>>;

export type InstallationCopyAnswer = InstallationCopyCounts | Refused<InstallationCopyRefusal>;

/**
 * Copies a whole installation but for `ofOneService`, with accounts, credentials and history, into an empty database of the
 * same or another engine. It copies the state of one moment, or nothing.
 */
export async function copyInstallation(
  source: Engine,
  target: Engine,
  order: InstallationCopyOrder,
): Promise<InstallationCopyAnswer> {
  const schema = await schemaState(source);
  // This release does not know the tables and columns of a later one and would leave them behind.
  if (schema === "ahead") return { refused: { why: "source-schema", schema: "newer" } };
  if (schema === "unconverted") return { refused: { why: "source-schema", schema: "older" } };
  if (schema !== "current") return { refused: { why: "source-schema", schema } };
  const targetSchema = await schemaState(target);
  if (targetSchema === "newer" || targetSchema === "ahead") {
    return { refused: { why: "target-schema" } };
  }
  await migrate(target, order.audit.now);
  await using snapshot = await source.snapshot();
  const total = await countRows(snapshot.reads);
  const answer = await target.alone(async (transaction): Promise<InstallationCopyAnswer> => {
    if (!(await isEmpty(transaction))) return { refused: { why: "target-not-empty" } };
    // The migration made this row; the source's row is copied instead.
    await transaction.deleteFrom("directory").execute();
    let done = 0;
    const counts: Partial<Record<CopiedTable, number>> = {};
    for (const [table, key] of tables) {
      counts[table] = await copyTable(snapshot.reads, transaction, [table, key], (rows) => {
        done += rows;
        order.onProgress(done, total);
      });
    }
    await recordAudit(transaction, order.audit, "installation copied", null, "database", counts);
    // Each table has been copied.
    return counts as InstallationCopyCounts;
  });
  if (!("refused" in answer)) await target.analyze("all");
  return answer;
}

/** A browser's session and an import are of the service that they began at. */
export const ofOneService = ["operator_session", "import_left_out", "import_job"] as const;

type CopiedTable = Exclude<keyof Tables, (typeof ofOneService)[number]>;

/** The tables of no account, with their keys. */
const ofInstallation = {
  account: ["id"],
  directory: ["id"],
  directory_change: ["version"],
  operator: ["id"],
  audit_event: ["id"],
  clock_mark: ["number"],
  rate_count: ["limit_name", "key"],
} as const satisfies Record<Exclude<CopiedTable, TableOfAccount>, readonly string[]>;

/** Each table with its key. A table stands after those that it refers to. */
const tables = [
  ...Object.entries(ofInstallation),
  ...Object.entries(keys)
    .toReversed()
    .map(([table, key]) => [table, [...new Set(["account_id", ...key])]] as const),
].filter(([table]) => !ofOneService.some((each) => each === table)) as readonly (readonly [
  table: CopiedTable,
  key: readonly string[],
])[];

/**
 * Rows that are read and written at a time. With 18 columns they stay far below the engines' limits of
 * parameters.
 */
const rowsAtATime = 500;

type Row = Record<string, unknown>;

async function copyTable(
  source: Kysely<Tables>,
  target: Kysely<Tables>,
  [table, columns]: (typeof tables)[number],
  onCopied: (rows: number) => void,
): Promise<number> {
  const key = sql.join(columns.map((column) => sql.ref(column)));
  let copied = 0;
  let last: Row | null = null;
  for (;;) {
    const after: RawBuilder<unknown> =
      last === null ? sql`` : sql`where (${key}) > (${valuesOf(table, columns, last)})`;
    const { rows }: { rows: Row[] } = await sql<Row>`
      select *
      from ${sql.table(table)}
      ${after}
      order by ${key}
      limit ${sql.lit(rowsAtATime)}`.execute(source);
    if (rows.length > 0) await insert(target, table, rows.map(ofAnotherDatabase));
    copied += rows.length;
    onCopied(rows.length);
    last = rows.at(-1) ?? null;
    if (rows.length < rowsAtATime || last === null) return copied;
  }
}

/** Begins a new epoch of every feed of changes in the copy. */
function ofAnotherDatabase(row: Row): Row {
  return "database_identity" in row ? { ...row, database_identity: "" } : row;
}

/** Null is no UUID to an engine that types its parameters by their text. */
function valuesOf(table: keyof Tables, columns: readonly string[], row: Row) {
  const values = columns.map((column) => {
    const value = row[column];
    return typeof value === "string" && isUuidColumn(table, column) ? uuid(value) : value;
  });
  return sql.join(values.map((value) => sql.val(value)));
}

async function insert(
  target: Kysely<Tables>,
  table: keyof Tables,
  rows: readonly Row[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${valuesOf(table, columns, row)})`);
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}`.execute(target);
}

async function isEmpty(database: Kysely<Tables>): Promise<boolean> {
  const account = await database.selectFrom("account").select("id").executeTakeFirst();
  const audit = await database.selectFrom("audit_event").select("id").executeTakeFirst();
  return account === undefined && audit === undefined;
}

async function countRows(database: Kysely<Tables>): Promise<number> {
  let total = 0;
  for (const [table] of tables) {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total
      from ${sql.table(table)}`.execute(database);
    total += rows[0]?.total ?? 0;
  }
  return total;
}
