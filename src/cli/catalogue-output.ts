import { keyFields } from "../domain/data-file/data-line.ts";
import type { ListedKind } from "../store/catalogue/list-lines.ts";
import { formatTable } from "../operations/table.ts";

/** The fields of a kind that its table shows, after those of its key. */
const shownFields = {
  group: ["display_name"],
  interaction: ["group", "timezone", "default_language", "languages", "waitlist_promotion"],
  activity: ["title", "slot_duration_in_minutes"],
  host: ["display_name", "slot_duration_in_minutes"],
  ticket_type: ["display_name", "has_limited_capacity"],
} as const satisfies Record<ListedKind, readonly string[]>;

/** The values that a line leaves out because their absence means them. */
const leftOut: Readonly<Record<string, unknown>> = { waitlist_promotion: "manual" };

/** One line of the catalogue a row. */
export function formatLines(kind: ListedKind, lines: readonly object[], width: number): string {
  const fields = [...keyFields[kind], ...shownFields[kind]];
  return formatTable(
    fields.map((field) => field.replaceAll("_", " ")),
    lines.map((line) => {
      const values: Readonly<Record<string, unknown>> = { ...leftOut, ...line };
      return fields.map((field) => cellOf(values[field]));
    }),
    width,
  );
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "object"
    ? JSON.stringify(value)
    : `${value as string | number | boolean}`;
}
