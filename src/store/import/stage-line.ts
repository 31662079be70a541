import type { SQLInputValue, StatementSync } from "node:sqlite";
import { keyFields, type DataKind, type DataLine } from "../../domain/data-file/data-line.ts";
import { isBadContent, type BadContent } from "../../domain/data-file/parse-data-line.ts";
import { contentOf } from "../catalogue/catalogue-kinds.ts";
import { toHostColumn } from "../catalogue/host-column.ts";
import type { Scratch } from "./scratch.ts";
import { liveTicketCount, ticketText } from "./ticket-text.ts";

/** A parsed line with its number. */
export interface NumberedLine {
  readonly line: number;
  readonly content: DataLine | BadContent;
}

/** Inserts lines into the scratch database, one at a time. */
export function prepareLineStager(scratch: Scratch): (line: NumberedLine) => void {
  const stagings = new Map<DataKind, Staging>();
  let bad: StatementSync | null = null;
  const stagingOf = (kind: DataKind): Staging => {
    const known = stagings.get(kind);
    if (known !== undefined) return known;
    scratch.expect(kind);
    const staging = prepareStaging(scratch, kind);
    stagings.set(kind, staging);
    return staging;
  };
  return ({ line, content }) => {
    if (!isBadContent(content)) {
      scratch.countLine(content.kind);
      const { insert, columns } = stagingOf(content.kind);
      insert.run(line, ...valuesOf(content, columns));
      return;
    }
    const { kind, key, field, expected } = content.bad;
    bad ??= scratch.prepare("insert into bad_line values (?, ?, ?, null, ?, ?)");
    bad.run(line, kind, key, field, expected);
    // No line refers to a booking, so the key of a bad one is not needed.
    if (kind === null || kind === "booking" || content.names === null) return;
    const names = content.names;
    const values = keyFields[kind].map((name) => columnValue(name, names[name]));
    scratch.countLine(kind);
    stagingOf(kind).insertKey.run(line, ...values);
  };
}

/** The fields beside the key. Two lines of one thing agree when these fields are equal. */
export function contentFields(kind: DataKind): readonly string[] {
  if (kind !== "booking") return contentOf(kind).map(([field]) => field);
  return [
    "external_id",
    "interaction",
    "activity",
    "host",
    "slot_starting_at",
    "ticket_type",
    "booking_status",
    "booked_at",
    "tickets",
    "changed_at",
  ];
}

/** The inserts for lines of one kind: of a whole line, and of the key alone. */
interface Staging {
  readonly columns: readonly string[];
  readonly insert: StatementSync;
  readonly insertKey: StatementSync;
}

function prepareStaging(scratch: Scratch, kind: DataKind): Staging {
  const more = { interaction: ["id"], booking: ["live_tickets"] } as const;
  const columns = [
    ...keyFields[kind],
    ...contentFields(kind),
    ...(kind === "interaction" || kind === "booking" ? more[kind] : []),
  ];
  const insertInto = (some: readonly string[]) =>
    scratch.prepare(
      `insert into ${kind}_line (line, ${some.map((column) => `"${column}"`).join(", ")})
       values (?, ${some.map(() => "?").join(", ")})`,
    );
  return { columns, insert: insertInto(columns), insertKey: insertInto(keyFields[kind]) };
}

function valuesOf(line: DataLine, columns: readonly string[]): SQLInputValue[] {
  const values: Readonly<Record<string, unknown>> =
    line.kind === "booking"
      ? {
          ...line,
          tickets: ticketText(line.tickets),
          live_tickets: liveTicketCount(line.tickets),
        }
      : line;
  return columns.map((column) => columnValue(column, values[column]));
}

/** The value of a field that a line leaves out: an empty blob, `x''` in SQL, which no field has. */
const notSaid = new Uint8Array();

function columnValue(column: string, value: unknown): SQLInputValue {
  if (column === "host") return toHostColumn((value ?? null) as string | null);
  if (value === undefined) return notSaid;
  if (value === null) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "object") return JSON.stringify(value);
  return value as string | number;
}
