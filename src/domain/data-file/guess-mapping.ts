import { isBookingId } from "../identifier.ts";
import { columnNames } from "./column-names.ts";
import { columnNamesOf } from "./csv.ts";
import { parseCsvRows } from "./csv-splitter.ts";
import { readCell } from "./csv-cells.ts";
import { csvDelimiterOf } from "./csv-text.ts";
import type { NumberedLine } from "./data-line.ts";
import { columnKey, halves, mappedFields, type MappedField } from "./sheet-mapping.ts";
import { parseWrittenTime } from "./written-times.ts";

/** A mapping as JSON has it, to be corrected by a person. */
export interface GuessedMapping {
  readonly columns: Readonly<Record<string, GuessedColumn>>;
  readonly fixed: Readonly<Record<string, string>>;
}

type GuessedColumn =
  | null
  | MappedField
  | { readonly field: MappedField; readonly values: Readonly<Record<string, string>> };

/** How many rows are looked at, and how many values of a column are listed for translation. */
const rowsLookedAt = 1_000;
const valuesListed = 50;

/**
 * Guesses what the columns of a spreadsheet are, by their names in six languages and by what stands in them. Nothing
 * that is guessed is imported unseen: a person reads the mapping, which also names the columns that are left out.
 */
export function guessMapping(text: string): GuessedMapping | NumberedLine {
  const rows = parseCsvRows(text);
  if (!Array.isArray(rows)) return rows;
  const delimiter = csvDelimiterOf(text);
  const [header, ...body] = rows;
  const names = columnNamesOf(header ?? { record: [] });
  const looked = body.slice(0, rowsLookedAt);
  const columns = names.map((name, index) => ({
    name,
    texts: looked.map(({ record }) => readCell(record[index] ?? "", delimiter).trim()),
  }));
  const guessed = new Map<string, GuessedColumn>();
  const taken = new Set<MappedField>();
  // A column whose name says it comes before one whose name might.
  for (const exactly of [true, false]) {
    for (const { name, texts } of columns) {
      if (guessed.get(name) !== undefined && guessed.get(name) !== null) continue;
      const field = fieldNamed(name, texts, exactly, taken);
      if (field === null) continue;
      taken.add(field);
      for (const other of excludedBy(field)) taken.add(other);
      guessed.set(name, withValues(field, texts));
    }
  }
  for (const [name, column] of guessed) {
    // A second half needs the first one: a last name alone is the name, and a time without a date nothing.
    for (const [whole, [first, second]] of Object.entries(halves)) {
      if (column !== second || taken.has(first)) continue;
      guessed.set(name, whole === "attendees" ? whole : null);
    }
  }
  const inOrder = names.map((name) => [name, guessed.get(name) ?? null] as const);
  const fixed = fixedFields
    .filter((field) => !taken.has(field))
    .map((field) => [field, ""] as const);
  return { columns: Object.fromEntries(inOrder), fixed: Object.fromEntries(fixed) };
}

/** Fields that exports of other systems often lack, because the file is about one campaign. */
const fixedFields: readonly MappedField[] = [
  "interaction",
  "activity",
  "ticket_type",
  "booking_status",
];

/** A field excludes its halves, and a half the whole. */
function excludedBy(field: MappedField): readonly MappedField[] {
  for (const [whole, pair] of Object.entries(halves)) {
    if (whole === field) return pair;
    if (pair.some((half) => half === field)) return [whole as MappedField];
  }
  return [];
}

/** A shorter word, such as "date", is in names of many meanings. */
const wordMin = 5;

function fieldNamed(
  name: string,
  texts: readonly string[],
  exactly: boolean,
  taken: ReadonlySet<MappedField>,
): MappedField | null {
  const plain = plainName(name);
  const found = mappedFields.find(
    (field) =>
      !taken.has(field) &&
      [field.replaceAll("_", " "), ...(columnNames[field] ?? [])].some((word) =>
        exactly || word.length < wordMin ? plain === word : ` ${plain} `.includes(` ${word} `),
      ) &&
      fits(field, texts),
  );
  return found ?? null;
}

/** Whether what stands in a column can be such a field. */
function fits(field: MappedField, texts: readonly string[]): boolean {
  const filled = texts.filter((text) => text !== "");
  if (filled.length === 0) return false;
  if (field === "booking") return filled.every((text) => isBookingId(text));
  if (timeFields.has(field)) return filled.every((text) => isTime(text));
  if (field === "slot_date" || field === "booked_date") {
    return filled.every((text) => isTime(`${text} 09:00`));
  }
  if (field === "slot_time" || field === "booked_time") {
    return filled.every((text) => isTime(`2030-05-01 ${text}`));
  }
  if (field === "tickets") return filled.every((text) => /^\d{1,4}(?:[.,]0+)?$/.test(text));
  return true;
}

function isTime(text: string): boolean {
  return parseWrittenTime(text) !== null || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text);
}

const timeFields: ReadonlySet<MappedField> = new Set([
  "slot_starting_at",
  "booked_at",
  "cancelled_at",
  "changed_at",
]);

/** Values of a column with few of them, to be translated; a status and an attendance have a guess. */
function withValues(field: MappedField, texts: readonly string[]): GuessedColumn {
  const translate = { booking_status: statusOf, checked_in_at: attendanceOf }[field as string];
  if (translate === undefined && !translated.has(field)) return field;
  if (field === "checked_in_at" && texts.every((text) => text === "" || isTime(text))) return field;
  const values = [...new Set(texts)].filter((text) => text !== "").slice(0, valuesListed);
  const read = values.map((text) => [text, translate?.(columnKey(text)) ?? text] as const);
  return { field, values: Object.fromEntries(read) };
}

const translated: ReadonlySet<MappedField> = new Set(["activity", "host", "ticket_type"]);

function statusOf(text: string): string {
  const plain = plainName(text);
  if (
    /\b(cancel|annul|storn|abgesagt|geannuleerd|reembols|refund|declin|reject|expired)/.test(plain)
  ) {
    return "CANCELLED";
  }
  if (/\b(wait|warte|attente|espera|wacht|attesa|pending)/.test(plain)) return "WAITLIST";
  return "CONFIRMED";
}

function attendanceOf(text: string): string {
  return /^(y|yes|true|1|x|ja|j|oui|o|si|s|attended|checked in|present|da|anwesend)$/.test(
    plainName(text),
  )
    ? "true"
    : "false";
}

function plainName(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
