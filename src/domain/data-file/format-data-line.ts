import { lineFields, type BookingLine, type DataLine } from "./data-line.ts";
import type { Field } from "./reader.ts";
import { isObject } from "../json.ts";
import { clockSkewMs } from "./values.ts";

/**
 * Writes a line in the order of its fields. A value that absence means too is left out, except from tickets,
 * which are written in full.
 */
export function formatDataLine(line: DataLine): object {
  return format(line, (value, field) => readsAs(value, field.whenNull ?? field.whenAbsent));
}

/** Writes a line with all its fields: its import clears every stored value that the line has as null. */
export function formatWholeLine(line: DataLine): object {
  return format(line, (value, field) => readsAs(value, field.whenAbsent));
}

function format(
  line: DataLine,
  isLeftOut: (value: unknown, field: Field<unknown>) => boolean,
): object {
  const values: Readonly<Record<string, unknown>> = line;
  const written: Record<string, unknown> = { kind: line.kind };
  // The campaign's id stands before its public key.
  if (line.kind === "interaction") written["id"] = line.id;
  for (const [name, field] of Object.entries(lineFields[line.kind])) {
    const value = values[name];
    if ("whenAbsent" in field && isLeftOut(value, field)) continue;
    written[name] = field.write === undefined ? value : field.write(value);
  }
  return written;
}

/** Whether a value equals the one that absence means. The only object among these is an empty map. */
function readsAs(value: unknown, whenAbsent: unknown): boolean {
  if (!isObject(value) || !isObject(whenAbsent)) return value === whenAbsent;
  return Object.keys(value).length === 0;
}

/** The line with every time that an import would refuse as in the future set to now. */
export function notAfter(line: BookingLine, now: number): BookingLine {
  const cut = (at: number) => (at > now + clockSkewMs ? now : at);
  const cutOrNull = (at: number | null) => (at === null ? null : cut(at));
  const tickets = line.tickets.map(({ cancelled_at, attendee }) => ({
    cancelled_at: cutOrNull(cancelled_at),
    attendee: { ...attendee, checked_in_at: cutOrNull(attendee.checked_in_at) },
  }));
  const bookedAt = cut(line.booked_at);
  const times = tickets.flatMap((each) => [each.cancelled_at, each.attendee.checked_in_at]);
  const latest = Math.max(bookedAt, ...times.map((at) => at ?? 0));
  const changed = cutOrNull(line.changed_at);
  return {
    ...line,
    booked_at: bookedAt,
    // No earlier than any time that stays.
    changed_at: changed === null ? null : Math.max(changed, latest),
    tickets,
  };
}
