import { counted, badLineText, printable } from "../../domain/wording.ts";
import { dataKinds } from "../../domain/data-file/data-line.ts";
import { formatTable } from "../machinery/table.ts";
import type { Sent } from "../machinery/fields.ts";
import type { ImportCounts, ImportJobShape, ImportReport } from "./import-job-shape.ts";

export type Counts = Sent<typeof ImportCounts>;
type Report = Sent<typeof ImportReport>;
type Named = Counts["kept_bookings"];
type Warning = NonNullable<Counts["warnings"]>[number];

/** The result of an import, for people. */
export function formatResult(answer: Counts, dryRun: boolean): string {
  const columns = ["created", "updated", "unchanged", "kept"] as const;
  const kinds = dataKinds.filter((kind) => columns.some((column) => answer[column][kind]));
  const rows = kinds.map((kind) => [
    kind,
    ...columns.map((column) => String(answer[column][kind] ?? 0)),
  ]);
  return [
    ...(rows.length === 0 ? [] : [formatTable(["kind", ...columns], rows)]),
    ...changedLines(answer),
    ...addedLines(answer),
    ...namedLines("kept as it is here", answer.kept_bookings),
    ...namedLines("taken back, though newer here", answer.overwritten_bookings ?? []),
    ...(answer.completes === undefined
      ? []
      : [`Completed the import that began at ${answer.completes.begun_at}: these are its counts.`]),
    ...totalLines(answer),
    dryRun ? checkedText(answer) : `Read ${counted(answer.read, "line")}.`,
  ].join("\n");
}

function checkedText({ read }: Counts): string {
  return `${read === 0 ? "No line is good" : "The file is good"}; nothing was changed.`;
}

function changedLines({ updated_fields: changed = {} }: Counts): string[] {
  return Object.entries(changed).map(([kind, fields]) => {
    const counts = Object.entries(fields).map(([field, count]) => `${field} ${count}`);
    return `changed of ${kind}: ${counts.join(", ")}`;
  });
}

/** A line's warning by itself, and a cell's once for all lines that have it. */
export function warningTexts(warnings: readonly Warning[] = []): string[] {
  const cells = new Map<string, number[]>();
  const texts: string[] = [];
  for (const { line, kind, key, column, message } of warnings) {
    if (column === undefined) {
      texts.push(`warning: line ${line}: ${kind} ${printable(placeOf(kind, key))}: ${message}`);
      continue;
    }
    const text = `${column}: ${message}`;
    const lines = cells.get(text);
    if (lines === undefined) cells.set(text, [line]);
    else lines.push(line);
  }
  const grouped = [...cells].map(([text, lines]) => `warning: ${linesText(lines)}: ${text}`);
  return [...texts, ...grouped];
}

/** The sentence of a slot has its start by the campaign's clocks; its key ends in that start in UTC. */
function placeOf(kind: string, key = ""): string {
  return kind === "slot" ? key.slice(0, key.lastIndexOf("/")) : key;
}

/** How many lines a sentence names. */
const linesNamed = 3;

/** `line 3`, `lines 3 and 5`, `lines 3, 5, 8 and 40 more`. */
function linesText(lines: readonly number[]): string {
  if (lines.length === 1) return `line ${lines[0]}`;
  const named = lines.slice(0, linesNamed);
  const rest = lines.length - named.length;
  const last = rest > 0 ? `${rest} more` : String(named.pop());
  return `lines ${named.join(", ")} and ${last}`;
}

/** What else there is to know of the lines that are imported. */
export function noticesOf({
  counts,
  account,
  dry_run: dryRun,
}: Pick<Sent<typeof ImportJobShape>, "counts" | "account" | "dry_run">): string[] {
  const warnings = warningTexts(counts?.warnings);
  const waiting = counts?.waiting_beside_seats ?? 0;
  if (waiting === 0) return warnings;
  const who = counted(waiting, "booking of the file waits", "bookings of the file wait");
  const how = dryRun
    ? "an import promotes none that it adds"
    : `booking waitlist promote ${account} gives them seats, in their order`;
  return [...warnings, `${who} beside free seats: ${how}.`];
}

export function skippedText(count: number, path: string): string {
  if (count === 0) return `No line was bad: ${path} is empty.`;
  return count === 1
    ? `1 bad line was skipped; it is in ${path}.`
    : `${count} bad lines were skipped; they are in ${path}.`;
}

/** Bookings by month and status, so that a person sees that nobody attended, or that a month is missing. */
function totalLines({ would_be: found }: Counts): string[] {
  if (found === undefined) return [];
  const columns = ["confirmed", "waiting", "cancelled", "tickets", "checked_in"] as const;
  const rows = [...found.rows, { month: "all", ...found.total }].map((row) => [
    row.month,
    ...columns.map((column) => String(row[column])),
  ]);
  const whose = counted(found.contacts, "contact");
  return [
    "",
    formatTable(["month", ...columns.map((name) => name.replace("_", " "))], rows),
    `These are the bookings of ${whose} in ${counted(found.slots, "slot")}.`,
  ];
}

function addedLines({ slots_added: count = 0, added_slots: added = [] }: Counts): string[] {
  const lines = added.slice(0, namedMax).map((slot) => {
    const { interaction, activity, host, slot_starting_at: at, capacity } = slot;
    const place = [interaction, activity, ...(host === undefined ? [] : [host])].map(printable);
    return `slot added: ${place.join(" ")} at ${at}, capacity ${capacity}`;
  });
  return count > lines.length ? [...lines, `… and ${count - lines.length} more`] : lines;
}

/** How many bookings a list names for people; `--json` names more. */
const namedMax = 20;

function namedLines(what: string, named: Named): string[] {
  const lines = named
    .slice(0, namedMax)
    .map(
      ({ line, booking, here, file }) =>
        `line ${line}: booking ${booking} ${what}: ${stateText(here)}; the file ${fileText(here, file)}`,
    );
  return named.length > namedMax ? [...lines, "… and more; --json names the first 1,000"] : lines;
}

type NamedState = Named[number]["here"];

function fileText(here: NamedState, file: NamedState): string {
  return stateText(here) === stateText(file)
    ? "differs in other fields"
    : `says ${stateText(file)}`;
}

function stateText({ booking_status, booked_at }: NamedState): string {
  return `${booking_status} since ${booked_at}`;
}

/** What a command says that wrote all lines of a file but some. */
export function leftOutText(answer: Counts): string {
  const { left_out: count = 0, left_out_lines: lines = [] } = answer;
  return [
    formatResult(answer, false),
    ...lines.map(badLineText),
    ...(count > lines.length ? [`… and ${count - lines.length} more`] : []),
    `All other lines were imported; ${counted(count, "line")} left out.`,
  ].join("\n");
}

/** What a command says of a bad file. */
export function badFileText({ errors, error_count: count }: Report): string {
  const untold = count - errors.length;
  return [
    ...faultTexts(errors),
    ...(untold > 0 ? [`… and ${untold} more`] : []),
    `Nothing was imported: ${badLinesText({ errors, error_count: count })}.`,
  ].join("\n");
}

/** A fault once for all lines that have it, and once for all columns of the first row. */
function faultTexts(errors: Report["errors"]): string[] {
  const groups = new Map<string, [Report["errors"][number], ...Report["errors"]]>();
  for (const error of errors) {
    const { kind, field, expected } = error;
    const isOfColumn = kind === null && field !== null;
    const name = JSON.stringify([kind, isOfColumn ? error.line : field, expected]);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [error]);
    else group.push(error);
  }
  return [...groups.values()].map((group) => {
    const [first, ...others] = group;
    if (others.length === 0) return badLineText(first);
    const fields = [...new Set(group.map(({ field }) => field))].filter((each) => each !== null);
    const lines = [...new Set(group.map(({ line }) => line))];
    const what = printable([first.kind, fields.join(", ")].filter(Boolean).join(" "));
    return `${linesText(lines)}: ${what}${what === "" ? "" : ": "}expected ${first.expected}`;
  });
}

/** A row of a spreadsheet may have several errors. */
function badLinesText({ errors, error_count: count }: Report): string {
  const lines = new Set(errors.map(({ line }) => line)).size;
  if (lines === errors.length) return counted(count, "bad line");
  return count === errors.length ? counted(lines, "bad line") : counted(count, "error");
}
