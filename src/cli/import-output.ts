import { counted } from "../domain/counted.ts";
import { badLineText, printable } from "../domain/data-file/bad-line-text.ts";
import { dataKinds } from "../domain/data-file/data-line.ts";
import type { BadFile, ImportResult } from "../store/import/import-order.ts";
import type { ImportWarning, NamedBooking } from "../domain/import/import-report.ts";
import { CommandFailed } from "./command-context.ts";
import { formatTable } from "../operations/table.ts";

/** The result of an import, for people. */
export function formatResult(answer: ImportResult, dryRun: boolean): string {
  const columns = ["created", "updated", "unchanged", "kept"] as const;
  const kinds = dataKinds.filter((kind) => columns.some((column) => answer[column][kind]));
  const rows = kinds.map((kind) => [
    kind,
    ...columns.map((column) => String(answer[column][kind] ?? 0)),
  ]);
  return [
    ...(rows.length === 0 ? [] : [formatTable(["kind", ...columns], rows)]),
    ...changedLines(answer),
    ...namedLines("kept as it is here", answer.kept_bookings),
    ...namedLines("taken back, though newer here", answer.overwritten_bookings ?? []),
    ...(answer.completes === undefined
      ? []
      : [`Completed the import that began at ${answer.completes.begun_at}: these are its counts.`]),
    dryRun ? "The file is good; nothing was changed." : `Read ${counted(answer.read, "line")}.`,
  ].join("\n");
}

function changedLines({ updated_fields: changed = {} }: ImportResult): string[] {
  return Object.entries(changed).map(([kind, fields]) => {
    const counts = Object.entries(fields).map(([field, count]) => `${field} ${count}`);
    return `changed of ${kind}: ${counts.join(", ")}`;
  });
}

export function warningText({ line, kind, key, message }: ImportWarning): string {
  return `warning: line ${line}: ${kind} ${printable(key)}: ${message}`;
}

export function skippedText(count: number, path: string): string {
  if (count === 0) return `No line was bad: ${path} is empty.`;
  return count === 1
    ? `1 bad line was skipped; it is in ${path}.`
    : `${count} bad lines were skipped; they are in ${path}.`;
}

/** How many bookings a list names for people; `--json` names more. */
const namedMax = 20;

function namedLines(what: string, named: readonly NamedBooking[]): string[] {
  const lines = named
    .slice(0, namedMax)
    .map(
      ({ line, booking, here, file }) =>
        `line ${line}: booking ${booking} ${what}: ${stateText(here)}; the file ${fileText(here, file)}`,
    );
  return named.length > namedMax ? [...lines, "… and more; --json names the first 1,000"] : lines;
}

type NamedState = NamedBooking["here"];

function fileText(here: NamedState, file: NamedState): string {
  return stateText(here) === stateText(file)
    ? "differs in other fields"
    : `says ${stateText(file)}`;
}

function stateText({ booking_status, booked_at }: NamedState): string {
  return `${booking_status} since ${booked_at}`;
}

/** The failure of a command that wrote all lines of a file but some. */
export function leftOutLines(answer: ImportResult): CommandFailed {
  const { left_out: count = 0, left_out_lines: lines = [] } = answer;
  const message = [
    formatResult(answer, false),
    ...lines.map(badLineText),
    ...(count > lines.length ? [`… and ${count - lines.length} more`] : []),
    `All other lines were imported; ${counted(count, "line")} left out.`,
  ].join("\n");
  return new CommandFailed(message, answer);
}

/** The failure of a command that lists the bad lines. */
export function badFile({ errors, errorCount }: BadFile): CommandFailed {
  const untold = errorCount - errors.length;
  const message = [
    ...errors.map(badLineText),
    ...(untold > 0 ? [`… and ${untold} more`] : []),
    `Nothing was imported: ${counted(errorCount, "bad line")}.`,
  ].join("\n");
  return new CommandFailed(message, { errors, error_count: errorCount });
}
