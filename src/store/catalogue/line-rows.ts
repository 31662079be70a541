import { sql, type Kysely, type RawBuilder } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { keyFields, type DataLineOf } from "../../domain/data-file/data-line.ts";
import type { Tables } from "../tables.ts";
import { fromHostColumn, toHostColumn } from "./host-column.ts";
import {
  catalogueKinds,
  columnOf,
  contentOf,
  type CatalogueKind,
  type Storage,
} from "./catalogue-kinds.ts";

/** A row of a kind's table, under the names of a line's fields, with the columns of its key. */
export type LineRow = Readonly<Record<string, string | number | null>>;

/** Selects the rows that have these key fields and follow a row, in the order of the key. */
export interface LineRowFilter {
  readonly fields?: Readonly<Record<string, string | number | null>>;
  /** Values of the row's key, by column. */
  readonly after?: LineRow;
  readonly limit: number;
}

/** Reads the rows of one kind in the order of their key. */
export async function readLineRows(
  database: Kysely<Tables>,
  accountId: AccountId,
  kind: CatalogueKind,
  { fields = {}, after, limit }: LineRowFilter,
): Promise<readonly LineRow[]> {
  const conditions = Object.entries(fields).map(
    ([field, value]) => sql`and ${isField(kind, accountId, field, value)}`,
  );
  const key = catalogueKinds[kind].rowKey.map((column) => sql.ref(`${kind}.${column}`));
  const values = catalogueKinds[kind].rowKey.map((column) => after?.[column]);
  const { rows } = await sql<LineRow>`
    select ${sql.join(lineColumns(kind))}
    from ${sql.table(kind)}
    ${catalogueKinds[kind].partOf === null ? sql`` : joinInteraction(kind)}
    where ${sql.ref(`${kind}.account_id`)} = ${accountId}
    ${sql.join(conditions, sql` `)}
    ${after === undefined ? sql`` : sql`and (${sql.join(key)}) > (${sql.join(values)})`}
    order by ${sql.join(key)}
    limit ${limit}`.execute(database);
  return rows;
}

/** Makes the line of a data file from a row. */
export function toLine<Kind extends CatalogueKind>(kind: Kind, row: LineRow): DataLineOf<Kind> {
  const line: Record<string, unknown> = { kind };
  for (const field of keyFields[kind]) line[field] = row[field];
  if (kind === "interaction") line["id"] = row["id"];
  if (kind === "slot") line["host"] = fromHostColumn(String(row["host"]));
  for (const [field, storage] of contentOf(kind)) line[field] = stored[storage](row[field]);
  // `catalogueKinds` lists the fields of the kind, and only lines of the kind fill these columns.
  return line as DataLineOf<Kind>;
}

const stored: Readonly<Record<Storage, (value: LineRow[string] | undefined) => unknown>> = {
  text: (value) => value,
  integer: (value) => value,
  flag: (value) => value === 1,
  json: (value) => JSON.parse(String(value)),
};

/** The columns of a record's row: the fields of a line, the key of the row, and for a slot its taken seats. */
export function lineColumns(kind: CatalogueKind): RawBuilder<unknown>[] {
  const fields = [...keyFields[kind], ...contentOf(kind).map(([field]) => field)];
  const columns = new Map<string, string>();
  for (const column of catalogueKinds[kind].rowKey) columns.set(column, `${kind}.${column}`);
  for (const field of fields) columns.set(field, sourceOf(kind, field));
  if (kind === "slot") columns.set("taken", "slot.taken");
  return Array.from(columns, ([name, column]) => sql`${sql.ref(column)} as ${sql.ref(name)}`);
}

export function sourceOf(kind: CatalogueKind, field: string): string {
  if (field === "interaction") return "interaction.public_key";
  return `${kind}.${field === "activity" ? "activity_id" : columnOf(kind, field)}`;
}

function joinInteraction(kind: CatalogueKind): RawBuilder<unknown> {
  return sql`
    join interaction on interaction.account_id = ${sql.ref(`${kind}.account_id`)}
      and interaction.id = ${sql.ref(`${kind}.interaction_id`)}`;
}

/** The campaign is compared by its id, which is in the row's key, so the statement uses the key's index. */
function isField(
  kind: CatalogueKind,
  accountId: AccountId,
  field: string,
  value: string | number | null,
): RawBuilder<unknown> {
  if (field !== "interaction")
    return sql`${sql.ref(sourceOf(kind, field))} = ${field === "host" ? toHostColumn(value as string | null) : value}`;
  return sql`${sql.ref(`${kind}.interaction_id`)} = (
    select named.id
    from interaction as named
    where named.account_id = ${accountId}
    and named.public_key = ${value}
  )`;
}
