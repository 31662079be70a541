import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import {
  dataKinds,
  keyFields,
  type DataKind,
  type DataLine,
} from "../../domain/data-file/data-line.ts";
import { isBadContent, type BadContent } from "../../domain/data-file/parse-data-line.ts";
import { liveTicketCount, ticketText } from "./ticket-text.ts";

/** What a line says of the thing whose key it has; two lines agree when they say the same. */
export const contentFields = {
  group: ["display_name"],
  interaction: [
    "group",
    "timezone",
    "default_language",
    "languages",
    "cancellation_cutoff_minutes",
    "waitlist_promotion",
  ],
  activity: ["title", "location_hint", "slot_duration_in_minutes"],
  host: ["display_name", "slot_duration_in_minutes"],
  ticket_type: ["display_name", "has_limited_capacity"],
  slot: ["capacity"],
  booking: [
    "external_id",
    "interaction",
    "activity",
    "host",
    "slot_starting_at",
    "ticket_type",
    "booking_status",
    "booked_at",
    "tickets",
  ],
} as const satisfies Record<DataKind, readonly string[]>;

/** A line by its number, read. */
export interface NumberedLine {
  readonly line: number;
  readonly content: DataLine | BadContent;
}

/** Lays lines out in the scratch database, one at a time. */
export function lineStager(scratch: DatabaseSync): (line: NumberedLine) => void {
  const statements = new Map(dataKinds.map((kind) => [kind, insertInto(scratch, kind)]));
  const bad = scratch.prepare("insert into bad_line values (?, ?, ?, null, ?, ?)");
  return ({ line, content }) => {
    if (!isBadContent(content)) {
      statements.get(content.kind)?.whole.run(line, ...valuesOf(content));
      return;
    }
    const { kind, key, field, expected } = content.bad;
    bad.run(line, kind, key, field, expected);
    // Nothing refers to a booking, so the key of a bad one is of no use.
    if (kind === null || kind === "booking" || content.names === null) return;
    const names = content.names;
    const values = keyFields[kind].map((name) => columnValue(name, names[name]));
    statements.get(kind)?.key.run(line, ...values);
  };
}

/** The columns of each kind's table, after the line's number. */
const columnsOf: Readonly<Record<DataKind, readonly string[]>> = {
  group: [...keyFields.group, ...contentFields.group],
  interaction: [...keyFields.interaction, ...contentFields.interaction, "id"],
  activity: [...keyFields.activity, ...contentFields.activity],
  host: [...keyFields.host, ...contentFields.host],
  ticket_type: [...keyFields.ticket_type, ...contentFields.ticket_type],
  slot: [...keyFields.slot, ...contentFields.slot],
  booking: [...keyFields.booking, ...contentFields.booking, "live_tickets"],
};

function insertInto(
  scratch: DatabaseSync,
  kind: DataKind,
): { whole: StatementSync; key: StatementSync } {
  const insert = (columns: readonly string[]) =>
    scratch.prepare(
      `insert into ${kind}_line (line, ${columns.map((column) => `"${column}"`).join(", ")})
       values (?, ${columns.map(() => "?").join(", ")})`,
    );
  return { whole: insert(columnsOf[kind]), key: insert(keyFields[kind]) };
}

function valuesOf(line: DataLine): SQLInputValue[] {
  const values: Readonly<Record<string, unknown>> =
    line.kind === "booking"
      ? {
          ...line,
          tickets: ticketText(line.tickets),
          live_tickets: liveTicketCount(line.tickets),
        }
      : line;
  return columnsOf[line.kind].map((column) => columnValue(column, values[column]));
}

function columnValue(column: string, value: unknown): SQLInputValue {
  if (value === null || value === undefined) return column === "host" ? "" : null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "object") return JSON.stringify(value);
  return value as string | number;
}
