import {
  keyFields,
  type DataKind,
  type DataLineOf,
  type LineKeyOf,
} from "../../domain/data-file/data-line.ts";

/** What an account's catalogue consists of. */
export type CatalogueKind = Exclude<DataKind, "booking">;

export type CatalogueLine = DataLineOf<CatalogueKind>;

/** What names a thing of the catalogue. */
export type CatalogueKey = LineKeyOf<CatalogueKind>;

/** How a column keeps a field: as it is, a boolean as 0 or 1, a list or a map as JSON. */
export type Storage = "text" | "integer" | "flag" | "json";

interface KindDescription<Line> {
  /** What it is a part of: its key goes on from that one's. */
  readonly partOf: "interaction" | "activity" | null;
  /** The key of its rows, after `account_id`. */
  readonly rowKey: readonly string[];
  /** What a line says of the thing that has its key. */
  readonly content: { readonly [Field in keyof Line]?: Storage };
}

/**
 * The kinds of things in a catalogue. Import, export, reading and removing are made from this table,
 * so that a new field is one more entry here, beside the line's own file and the migration.
 */
export const catalogueKinds = {
  group: {
    partOf: null,
    rowKey: ["unique_key"],
    content: { display_name: "text" },
  },
  interaction: {
    partOf: null,
    rowKey: ["id"],
    content: {
      group: "text",
      timezone: "text",
      default_language: "text",
      languages: "json",
      cancellation_cutoff_minutes: "integer",
      waitlist_promotion: "text",
    },
  },
  activity: {
    partOf: "interaction",
    rowKey: ["interaction_id", "id"],
    content: { title: "json", location_hint: "json", slot_duration_in_minutes: "integer" },
  },
  host: {
    partOf: "activity",
    rowKey: ["interaction_id", "activity_id", "id"],
    content: { display_name: "text", slot_duration_in_minutes: "integer" },
  },
  ticket_type: {
    partOf: "activity",
    rowKey: ["interaction_id", "activity_id", "id"],
    content: { display_name: "text", has_limited_capacity: "flag" },
  },
  slot: {
    partOf: "activity",
    rowKey: ["interaction_id", "activity_id", "host_id", "starting_at"],
    content: { capacity: "integer" },
  },
} as const satisfies { readonly [Kind in CatalogueKind]: KindDescription<DataLineOf<Kind>> };

/** The fields of a kind's content with the way in which they are kept. */
export function contentOf(kind: CatalogueKind): [field: string, storage: Storage][] {
  return Object.entries(catalogueKinds[kind].content);
}

/** The fields by which a thing is told from others of the same parent. */
export function ownKeyOf(kind: CatalogueKind): string[] {
  const { partOf } = catalogueKinds[kind];
  const ofParent: readonly string[] = partOf === null ? [] : ["interaction", "activity"];
  return keyFields[kind].filter((field) => !ofParent.includes(field));
}

/** The column of a kind's table in which a field is kept. */
export function columnOf(kind: CatalogueKind, field: string): string {
  if (kind === "interaction" && field === "group") return "group_unique_key";
  if (kind === "slot" && field === "host") return "host_id";
  return field;
}
