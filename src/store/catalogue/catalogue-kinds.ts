import type { AccountId } from "../../domain/account.ts";
import {
  type CatalogueKey,
  type CatalogueKind,
  type CatalogueLine,
  type DataLineOf,
  keyFields,
  lineFields,
} from "../../domain/data-file/data-line.ts";
import { sql, type Kysely, type RawBuilder } from "kysely";
import { keys } from "../keys.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import { fromHostColumn } from "../write/slot.ts";
import type { Column } from "../columns.ts";
import { tables, type Tables } from "../tables.ts";
import { shownDuration } from "../write/slot-durations.ts";
import { limitsOfJson, ownLimitsAsJson } from "../write/own-limits.ts";

export type { CatalogueKey, CatalogueKind, CatalogueLine };

/** The kind that a kind is part of: the record's key begins with that one's key. */
export const parents = {
  group: null,
  interaction: null,
  activity: "interaction",
  host: "activity",
  ticket_type: "activity",
  slot: "activity",
} as const satisfies Readonly<Record<CatalogueKind, CatalogueKind | null>>;

/** How a field is stored: as its column says, or limits as rows of their own. */
type Storage = Column<unknown>["storage"] | "limits";

/** The fields of a record that are no part of its key, each with its storage. */
const contents: Readonly<Record<CatalogueKind, readonly (readonly [string, Storage])[]>> = {
  group: contentOf("group"),
  interaction: contentOf("interaction"),
  activity: contentOf("activity"),
  host: contentOf("host"),
  ticket_type: contentOf("ticket_type"),
  slot: contentOf("slot"),
};

function contentOf(kind: CatalogueKind): (readonly [string, Storage])[] {
  const keyed: ReadonlySet<string> = new Set(keyFields[kind]);
  const columns: Readonly<Record<string, Column<unknown>>> = tables[kind];
  return Object.entries(lineFields[kind]).flatMap(
    ([field, { isOrder }]): (readonly [string, Storage])[] => {
      const isId = kind === "interaction" && field === "id";
      if (keyed.has(field) || isOrder === true || isId) return [];
      if (kind === "slot" && field === "ticket_types") return [[field, "limits"]];
      if (kind === "slot" && field === "closed") return [[field, "flag"]];
      const column = columns[columnOf(kind, field)];
      if (column === undefined) throw new Error(`No column stores ${field} of a ${kind}.`);
      return [[field, column.storage]];
    },
  );
}

/** The column of a kind's table that stores a field. */
export function columnOf(kind: CatalogueKind, field: string): string {
  if (kind === "interaction" && field === "group") return "group_unique_key";
  if (kind === "slot" && field === "host") return "host_id";
  if (kind === "slot" && field === "closed") return "closed_at";
  return field;
}

/** A row of a kind's table, under the names of a line's fields, with the columns of its key. */
export type LineRow = Readonly<Record<string, string | number | null>>;

/** Makes the line of a data file from a row. */
export function toLine<Kind extends CatalogueKind>(kind: Kind, row: LineRow): DataLineOf<Kind> {
  const line: Record<string, unknown> = { kind };
  for (const field of keyFields[kind]) line[field] = row[field];
  if (kind === "interaction") line["id"] = row["id"];
  if (kind === "slot") line["host"] = fromHostColumn(String(row["host"]));
  for (const [field, storage] of contents[kind]) line[field] = stored[storage](row[field]);
  // `contents` lists the fields of the kind, and only lines of the kind fill these columns.
  return line as DataLineOf<Kind>;
}

const stored: Readonly<Record<Storage, (value: LineRow[string] | undefined) => unknown>> = {
  plain: (value) => value,
  flag: (value) => value === 1,
  json: (value) => JSON.parse(String(value)),
  limits: (value) => limitsOfJson(String(value)),
};

/** The columns of a record's row: the fields of a line, the key of the row, its number, and for a slot its taken seats. */
export function lineColumns(
  database: Kysely<Tables>,
  kind: CatalogueKind,
  accountId: AccountId,
): RawBuilder<unknown>[] {
  const fields = [...keyFields[kind], ...contents[kind].map(([field]) => field)];
  const columns = new Map<string, string>();
  for (const column of keys[kind]) columns.set(column, `${kind}.${column}`);
  for (const field of fields) columns.set(field, sourceOf(kind, field));
  if (kind === "slot") columns.set("taken", "slot.taken");
  if (numbered.has(kind)) columns.set("number", `${kind}.number`);
  const made: Readonly<Record<string, () => RawBuilder<unknown>>> = {
    "slot.slot_duration_in_minutes": () => shownDuration,
    "slot.ticket_types": () => ownLimitsAsJson(database, accountId),
    "slot.closed_at": () => sql`case when slot.closed_at is null then 0 else 1 end`,
  };
  return Array.from(columns, ([name, column]) => {
    return sql`${made[column]?.() ?? sql.ref(column)} as ${sql.ref(name)}`;
  });
}

/** The kinds whose rows have a number. */
const numbered: ReadonlySet<CatalogueKind> = new Set([
  "interaction",
  "host",
  "ticket_type",
  "slot",
]);

/** The column, with its table, from which a field of a line is read. */
export function sourceOf(kind: CatalogueKind, field: string): string {
  if (field === "interaction") return "interaction.public_key";
  return `${kind}.${field === "activity" ? "activity_id" : columnOf(kind, field)}`;
}

/**
 * Makes the rows of whole catalogue records but slots; `idOf` finds the id of a campaign by its public key, `numberOf` the
 * number of a record.
 */
export function rowsOfCatalogue(
  records: readonly CatalogueLine[],
  idOf: (publicKey: string) => string,
  numberOf: (line: CatalogueLine) => number,
): BatchRows {
  const recordsOf = Map.groupBy(records, ({ kind }) => kind);
  const of = (kind: CatalogueKind) =>
    (recordsOf.get(kind) ?? []).map((line) => ({
      ...toRow(line, idOf),
      ...(numbered.has(kind) && { number: numberOf(line) }),
    }));
  const rows: Readonly<Record<string, object>> = {
    groups: of("group"),
    interactions: of("interaction"),
    activities: of("activity"),
    hosts: of("host"),
    ticketTypes: of("ticket_type"),
  };
  // `contents` lists the columns of each kind.
  return rows;
}

function toRow(line: CatalogueLine, idOf: (publicKey: string) => string): LineRow {
  const values: Readonly<Record<string, unknown>> = { ...line };
  const row: Record<string, LineRow[string]> = {};
  for (const field of keyFields[line.kind]) {
    if (field === "interaction") row["interaction_id"] = idOf(String(values[field]));
    else row[field === "activity" ? "activity_id" : field] = asIs(values[field]);
  }
  if (line.kind === "interaction") row["id"] = idOf(line.public_key);
  for (const [field, storage] of contents[line.kind]) {
    row[columnOf(line.kind, field)] = stores[storage](values[field]);
  }
  return row;
}

const asIs = (value: unknown) => value as string | number | null;

const stores: Readonly<Record<Storage, (value: unknown) => LineRow[string]>> = {
  plain: asIs,
  flag: (value) => (value === true ? 1 : 0),
  json: (value) => (value === null ? null : JSON.stringify(value)),
  // Slots are written otherwise.
  limits: () => null,
};

/** Names a line for the audit log: its kind, then the values of its key, and a campaign's id. */
export function nameLine(line: object): string {
  const values = line as Readonly<Record<string, unknown>>;
  return [values["kind"], ...names.map((name) => values[name])]
    .filter((part) => typeof part === "string")
    .join(" ");
}

const names = ["interaction", "activity", "host", "unique_key", "public_key", "id", "starting_at"];
