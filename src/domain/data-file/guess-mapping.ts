import { isBookingId } from "../identifier.ts";
import { timeColumns } from "./booking-columns.ts";
import { beginningOfTitle } from "./title-beginning.ts";
import { columnNames, plainName } from "./column-names.ts";
import { guessValue, isTime, isTranslated, type SheetCatalogue } from "./guess-values.ts";
import { cellsOfColumn, type SheetBeginning } from "./sheet-beginning.ts";
import { halves, mappedFields, type MappedField, type Translation } from "./sheet-mapping.ts";

/** A mapping as JSON has it, to be corrected by a person. */
export interface GuessedMapping {
  readonly columns: Readonly<Record<string, GuessedColumn>>;
  readonly fixed: Readonly<Partial<Record<MappedField, string>>>;
}

export type GuessedColumn =
  | null
  | MappedField
  | {
      readonly field: MappedField;
      readonly values: Readonly<Record<string, string | Translation>>;
    };

/** How many values of a column are listed for translation. */
const valuesListed = 50;

/**
 * Guesses what the columns of a spreadsheet are, by their names in six languages and by what stands in them. Nothing
 * that is guessed is imported unseen: a person reads the mapping, which also names the columns that are left out.
 */
export function guessMapping(
  sheet: SheetBeginning,
  catalogue: SheetCatalogue | null = null,
): GuessedMapping {
  const columns = sheet.names.map((name, index) => ({ name, texts: cellsOfColumn(sheet, index) }));
  const guessed = new Map<string, GuessedColumn>();
  const taken = new Set<MappedField>(catalogue?.hosts.length === 0 ? ["host"] : []);
  // A column whose name says it comes before one whose name might.
  for (const exactly of [true, false]) {
    for (const { name, texts } of columns) {
      if (guessed.get(name) !== undefined && guessed.get(name) !== null) continue;
      const field = fieldNamed(name, texts, exactly, taken);
      if (field === null) continue;
      taken.add(field);
      for (const other of excludedBy(field)) taken.add(other);
      guessed.set(name, withValues(field, { name, texts }, catalogue));
    }
  }
  for (const [name, column] of guessed) {
    // A second half needs the first one: a last name alone is the name, and a time without a date nothing.
    for (const [whole, [first, second]] of Object.entries(halves)) {
      if (column !== second || taken.has(first)) continue;
      guessed.set(name, whole === "attendees" ? whole : null);
    }
  }
  const inOrder = sheet.names.map((name) => [name, guessed.get(name) ?? null] as const);
  return { columns: Object.fromEntries(inOrder), fixed: fixedOf(taken, catalogue) };
}

/**
 * Each distinct value of a column, in their order; null where there are too many to be translated. Titles that name
 * people are one value for each activity and host (`beginningOfTitle`).
 */
export function valuesOf(
  texts: readonly string[],
  catalogue: SheetCatalogue | null,
): readonly string[] | null {
  const distinct = [...new Set(texts)].filter((text) => text !== "");
  const values = [...new Set(distinct.map((text) => beginningOfTitle(text, catalogue)))];
  return values.length > valuesListed ? null : values;
}

/** What exports of other systems often lack, because the file is about one campaign, or about bookings that stand. */
function fixedOf(
  taken: ReadonlySet<MappedField>,
  catalogue: SheetCatalogue | null,
): GuessedMapping["fixed"] {
  const only = (names: SheetCatalogue["activities"] = []) => {
    const ids = new Set(names.map(({ id }) => id));
    return ids.size === 1 ? (names[0]?.id ?? "") : "";
  };
  const fixed: Partial<Record<MappedField, string>> = {
    interaction: only(catalogue?.interactions),
    activity: only(catalogue?.activities),
    slot_starting_at: "",
    ticket_type: only(catalogue?.ticketTypes),
    booking_status: "CONFIRMED",
    booked_at: "",
  };
  const isTaken = (field: MappedField) =>
    [field, ...excludedBy(field)].some((each) => taken.has(each));
  return Object.fromEntries(
    Object.entries(fixed).filter(([field]) => !isTaken(field as MappedField)),
  );
}

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

/** A cell of `checked_in_at` may also be true or false. */
const timeFields: ReadonlySet<MappedField> = new Set(
  timeColumns.filter((column) => column !== "checked_in_at"),
);

/** Values of a column with few of them, to be translated. */
function withValues(
  field: MappedField,
  { name, texts }: { readonly name: string; readonly texts: readonly string[] },
  catalogue: SheetCatalogue | null,
): GuessedColumn {
  if (!isTranslated(field) || (field === "interaction" && catalogue === null)) return field;
  const values = valuesOf(texts, catalogue);
  if (values === null) return field;
  const read = values.flatMap((text) => {
    const guess = guessValue(field, { text, column: name }, catalogue);
    return guess === null ? [] : [[text, plainTranslation(field, guess)] as const];
  });
  return read.length === 0 ? field : { field, values: Object.fromEntries(read) };
}

/** A value that stands for its own field alone is its text. */
function plainTranslation(field: MappedField, guess: Translation): string | Translation {
  const { [field]: text, ...others } = guess;
  return text !== undefined && Object.keys(others).length === 0 ? text : guess;
}
