import { sql, type Kysely, type RawBuilder } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { keyFields, type DataLineOf, type SlotLine } from "../../domain/data-file/data-line.ts";
import { formatDataLine } from "../../domain/data-file/data-line-text.ts";
import { keys } from "../keys.ts";
import type { Tables } from "../tables.ts";
import {
  type CatalogueKey,
  type CatalogueKind,
  lineColumns,
  parents,
  sourceOf,
  toLine,
  type LineRow,
} from "./catalogue-kinds.ts";
import { toHostColumn } from "../write/slot.ts";
import { keysetPages, rowsPerPage } from "./keyset-pages.ts";

/** Every kind but slots: an account has too many slots to list at once. */
export type ListedKind = Exclude<CatalogueKind, "slot">;

/** Conditions on catalogue records; an absent condition matches every record. */
export interface CatalogueFilter {
  readonly kind: ListedKind;
  /** The public key of the campaign, for kinds that are part of one. */
  readonly interaction?: string;
  /** The id of the activity, for kinds that are part of one. */
  readonly activity?: string;
}

/** A slot with the number of its taken seats. */
export type CountedSlot = SlotLine & { readonly taken: number };

/** Reads the records of one kind as lines, in the order of their rows' key. */
export async function* catalogueLines<Kind extends CatalogueKind>(
  reads: Kysely<Tables>,
  accountId: AccountId,
  kind: Kind,
  fields: LineRow = {},
): AsyncGenerator<DataLineOf<Kind>[]> {
  for await (const rows of pagesOf(reads, accountId, kind, fields)) {
    yield rows.map((row) => toLine(kind, row));
  }
}

export async function* countedSlots(
  reads: Kysely<Tables>,
  accountId: AccountId,
): AsyncGenerator<CountedSlot[]> {
  for await (const rows of pagesOf(reads, accountId, "slot", {})) {
    yield rows.map((row) => ({ ...toLine("slot", row), taken: Number(row["taken"]) }));
  }
}

function pagesOf(
  reads: Kysely<Tables>,
  accountId: AccountId,
  kind: CatalogueKind,
  fields: LineRow,
): AsyncGenerator<readonly LineRow[]> {
  const first: LineRow = Object.fromEntries(
    keys[kind].map((column) => [column, column === "starting_at" ? 0 : ""]),
  );
  return keysetPages(first, (after) =>
    readLineRows(reads, accountId, kind, { fields, after, limit: rowsPerPage }),
  );
}

/** Lists the records of one kind as lines of a data file, in the order of an export. */
export async function listLines(
  reads: Kysely<Tables>,
  accountId: AccountId,
  { kind, ...fields }: CatalogueFilter,
): Promise<object[]> {
  const lines: object[] = [];
  for await (const some of catalogueLines(reads, accountId, kind, fields)) {
    for (const line of some) lines.push(formatDataLine(line));
  }
  return lines;
}

/** Finds the record with this key, as a line of a data file; null when there is none. */
export async function findLine(
  reads: Kysely<Tables>,
  accountId: AccountId,
  key: CatalogueKey,
): Promise<object | null> {
  const row = await readLineRow(reads, accountId, key);
  return row === null ? null : formatDataLine(toLine(key.kind, row));
}

/** Reads the row of the record with this key; null when there is none. */
export async function readLineRow(
  database: Kysely<Tables>,
  accountId: AccountId,
  key: CatalogueKey,
): Promise<LineRow | null> {
  const values: Readonly<Record<string, unknown>> = key;
  const fields = Object.fromEntries(
    keyFields[key.kind].map((field) => [field, values[field] as string | number | null]),
  );
  const [row = null] = await readLineRows(database, accountId, key.kind, { fields, limit: 1 });
  return row;
}

/** Selects the rows that have these key fields and follow a row, in the order of the key. */
interface LineRowFilter {
  readonly fields?: LineRow;
  /** Values of the row's key, by column. */
  readonly after?: LineRow;
  readonly limit: number;
}

/** Reads the rows of one kind in the order of their key. */
async function readLineRows(
  database: Kysely<Tables>,
  accountId: AccountId,
  kind: CatalogueKind,
  { fields = {}, after, limit }: LineRowFilter,
): Promise<readonly LineRow[]> {
  const conditions = Object.entries(fields).map(
    ([field, value]) => sql`and ${isField(kind, accountId, field, value)}`,
  );
  const key = keys[kind].map((column) => sql.ref(`${kind}.${column}`));
  const values = keys[kind].map((column) => after?.[column]);
  const { rows } = await sql<LineRow>`
    select ${sql.join(lineColumns(database, kind, accountId))}
    from ${sql.table(kind)}
    ${parents[kind] === null ? sql`` : joinInteraction(kind)}
    where ${sql.ref(`${kind}.account_id`)} = ${accountId}
    ${sql.join(conditions, sql` `)}
    ${after === undefined ? sql`` : sql`and (${sql.join(key)}) > (${sql.join(values)})`}
    order by ${sql.join(key)}
    limit ${limit}`.execute(database);
  return rows;
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
