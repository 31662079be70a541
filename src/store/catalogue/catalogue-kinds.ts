import {
  type CatalogueKey,
  type CatalogueKind,
  type CatalogueLine,
  type DataLineOf,
} from "../../domain/data-file/data-line.ts";

export type { CatalogueKey, CatalogueKind, CatalogueLine };

/** How a column stores a field: as it is, a boolean as 0 or 1, a list or a map as JSON, limits as rows of their own. */
export type Storage = "text" | "integer" | "flag" | "json" | "limits";

interface KindDescription<Line> {
  /** The parent kind; the record's key begins with the parent's key. */
  readonly partOf: "interaction" | "activity" | null;
  /** The key of its rows, after `account_id`. */
  readonly rowKey: readonly string[];
  /** The fields of a line that are not part of its key. */
  readonly content: { readonly [Field in keyof Line]?: Storage };
}

/**
 * The kinds of catalogue records. Import, export, reading and removal are made from this table. A new field
 * is one entry here, beside the line's own file and the migration.
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
      title: "json",
      tickets_per_contact: "integer",
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
    content: {
      display_name: "text",
      has_limited_capacity: "flag",
      capacity_per_slot: "integer",
      tickets_per_contact: "integer",
    },
  },
  slot: {
    partOf: "activity",
    rowKey: ["interaction_id", "activity_id", "host_id", "starting_at"],
    content: {
      capacity: "integer",
      slot_duration_in_minutes: "integer",
      ticket_types: "limits",
    },
  },
} as const satisfies { readonly [Kind in CatalogueKind]: KindDescription<DataLineOf<Kind>> };

/** The content fields of a kind, each with its storage. */
export function contentOf(kind: CatalogueKind): [field: string, storage: Storage][] {
  return Object.entries(catalogueKinds[kind].content);
}

/** The column of a kind's table that stores a field. */
export function columnOf(kind: CatalogueKind, field: string): string {
  if (kind === "interaction" && field === "group") return "group_unique_key";
  if (kind === "slot" && field === "host") return "host_id";
  return field;
}
