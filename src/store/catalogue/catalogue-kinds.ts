import {
  type CatalogueKey,
  type CatalogueKind,
  type CatalogueLine,
  type DataLineOf,
  keyFields,
} from "../../domain/data-file/data-line.ts";
import { sql, type Kysely, type RawBuilder } from "kysely";
import { keys } from "../keys.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import { fromHostColumn } from "../write/slot.ts";
import type { Tables } from "../tables.ts";
import { shownDuration } from "../write/slot-durations.ts";
import { limitsOfJson, ownLimitsAsJson } from "../write/own-limits.ts";

export type { CatalogueKey, CatalogueKind, CatalogueLine };

/** How a column stores a field: as it is, a boolean as 0 or 1, a list or a map as JSON, limits as rows of their own. */
export type Storage = "text" | "integer" | "flag" | "json" | "limits";

interface KindDescription<Line> {
  /** The parent kind; the record's key begins with the parent's key. */
  readonly partOf: "interaction" | "activity" | null;
  /** The fields of a line that are not part of its key. */
  readonly content: { readonly [Field in keyof Line]?: Storage };
}

/**
 * The kinds of catalogue records. Import, export, reading and removal are made from this table. A new field
 * is one entry here, beside the line's own file and the migration.
 */
export const catalogueKinds = {
  group: { partOf: null, content: { display_name: "text" } },
  interaction: {
    partOf: null,
    content: {
      group: "text",
      timezone: "text",
      default_language: "text",
      languages: "json",
      cancellation_cutoff_minutes: "integer",
      booking_cutoff_minutes: "integer",
      waitlist_promotion: "text",
      waitlist_offer_minutes: "integer",
      title: "json",
      tickets_per_contact: "integer",
      contact_limit_counts: "text",
    },
  },
  activity: {
    partOf: "interaction",
    content: { title: "json", location_hint: "json", slot_duration_in_minutes: "integer" },
  },
  host: {
    partOf: "activity",
    content: { display_name: "text", slot_duration_in_minutes: "integer" },
  },
  ticket_type: {
    partOf: "activity",
    content: {
      display_name: "text",
      has_limited_capacity: "flag",
      capacity_per_slot: "integer",
      tickets_per_contact: "integer",
      booking_cutoff_minutes: "integer",
      bookable_from: "integer",
      bookable_until: "integer",
    },
  },
  slot: {
    partOf: "activity",
    content: {
      capacity: "integer",
      slot_duration_in_minutes: "integer",
      ticket_types: "limits",
    },
  },
} as const satisfies { readonly [Kind in CatalogueKind]: KindDescription<DataLineOf<Kind>> };

/** The content fields of a kind, each with its storage. */
function contentOf(kind: CatalogueKind): [field: string, storage: Storage][] {
  return Object.entries(catalogueKinds[kind].content);
}

/** The column of a kind's table that stores a field. */
export function columnOf(kind: CatalogueKind, field: string): string {
  if (kind === "interaction" && field === "group") return "group_unique_key";
  if (kind === "slot" && field === "host") return "host_id";
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
  for (const [field, storage] of contentOf(kind)) line[field] = stored[storage](row[field]);
  // `catalogueKinds` lists the fields of the kind, and only lines of the kind fill these columns.
  return line as DataLineOf<Kind>;
}

const stored: Readonly<Record<Storage, (value: LineRow[string] | undefined) => unknown>> = {
  text: (value) => value,
  integer: (value) => value,
  flag: (value) => value === 1,
  json: (value) => JSON.parse(String(value)),
  limits: (value) => limitsOfJson(String(value)),
};

/** The columns of a record's row: the fields of a line, the key of the row, and for a slot its taken seats. */
export function lineColumns(
  database: Kysely<Tables>,
  kind: CatalogueKind,
  accountId: number,
): RawBuilder<unknown>[] {
  const fields = [...keyFields[kind], ...contentOf(kind).map(([field]) => field)];
  const columns = new Map<string, string>();
  for (const column of keys[kind]) columns.set(column, `${kind}.${column}`);
  for (const field of fields) columns.set(field, sourceOf(kind, field));
  if (kind === "slot") columns.set("taken", "slot.taken");
  if (numbered.has(kind)) columns.set("number", `${kind}.number`);
  const made: Readonly<Record<string, () => RawBuilder<unknown>>> = {
    "slot.slot_duration_in_minutes": () => shownDuration,
    "slot.ticket_types": () => ownLimitsAsJson(database, accountId),
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
  // `catalogueKinds` lists the columns of each kind.
  return rows;
}

function toRow(line: CatalogueLine, idOf: (publicKey: string) => string): LineRow {
  const told: Readonly<Record<string, unknown>> = { ...line };
  const row: Record<string, LineRow[string]> = {};
  for (const field of keyFields[line.kind]) {
    if (field === "interaction") row["interaction_id"] = idOf(String(told[field]));
    else row[field === "activity" ? "activity_id" : field] = asIs(told[field]);
  }
  if (line.kind === "interaction") row["id"] = idOf(line.public_key);
  for (const [field, storage] of contentOf(line.kind)) {
    row[columnOf(line.kind, field)] = stores[storage](told[field]);
  }
  return row;
}

const asIs = (value: unknown) => value as string | number | null;

const stores: Readonly<Record<Storage, (value: unknown) => LineRow[string]>> = {
  text: asIs,
  integer: asIs,
  flag: (value) => (value === true ? 1 : 0),
  json: (value) => JSON.stringify(value),
  // Slots are written otherwise.
  limits: () => null,
};

/** Names a line for the audit log: its kind, then the values of its key. */
export function nameLine(line: object): string {
  const told = line as Readonly<Record<string, unknown>>;
  return [told["kind"], ...names.map((name) => told[name])]
    .filter((part) => typeof part === "string")
    .join(" ");
}

const names = ["interaction", "activity", "host", "unique_key", "public_key", "id", "starting_at"];
