import { readCell } from "./csv-cells.ts";
import type { BadContent } from "./data-line.ts";
import {
  columnKey,
  halves,
  translationOf,
  type MappedColumn,
  type MappedField,
  type SheetMapping,
} from "./sheet-mapping.ts";
import { shown } from "./values.ts";

/** The fields of a row as texts, and what is wrong with cells that no value of the mapping translates. */
export interface MappedCells {
  readonly cells: Readonly<Partial<Record<Exclude<MappedField, Half>, string>>>;
  readonly faults: ReadonlyMap<MappedField, string>;
}

type Half = (typeof halves)[keyof typeof halves][number];

/** The first row of a file, and what a mapping has to give. */
interface MappedSheet {
  readonly names: readonly string[];
  readonly delimiter: string;
  /** A column that may be there and is not read. */
  readonly ignored: string;
  /** Fields of which each row needs one. */
  readonly needsOne: readonly MappedField[];
  /** Fields that each row needs. */
  readonly required: readonly MappedField[];
}

/**
 * Reads the rows of a spreadsheet by a mapping. Returns what is wrong where the mapping names a column that is not
 * there, or the file has one that the mapping does not name.
 */
export function mappedCellsOf(
  mapping: SheetMapping,
  { names, delimiter, ignored, required, needsOne }: MappedSheet,
): ((record: readonly string[]) => MappedCells) | BadContent {
  const keys = names.map(columnKey);
  const faults = [
    ...[...mapping.columns].flatMap(([key, column]) =>
      keys.includes(key) ? [] : [fault(column?.name ?? key, "a column that the mapping names")],
    ),
    ...keys.flatMap((key, index) =>
      key === ignored || mapping.columns.has(key)
        ? []
        : [fault(names[index] ?? "", "a column that the mapping names, or null to leave it out")],
    ),
    ...keys.flatMap((key, index) =>
      keys.indexOf(key) < index ? [fault(names[index] ?? "", "each column once")] : [],
    ),
  ];
  const given = fieldsOf(mapping);
  for (const field of required) {
    const half = halves[field as keyof typeof halves]?.[0] ?? field;
    if (mapping.fixed[field] === "") {
      faults.push(
        fault(field, 'a value in the mapping\'s "fixed", where it is empty, or a column'),
      );
      continue;
    }
    if (given.has(field) || given.has(half)) continue;
    faults.push(fault(field, "a column that the mapping gives this field, or a fixed value"));
  }
  if (!needsOne.some((field) => given.has(field))) {
    faults.push(
      fault(
        needsOne.join(" or "),
        "a column that the mapping gives one of these fields: an order's number, or one that you add",
      ),
    );
  }
  const [bad, ...others] = faults.slice(0, faultsMax);
  if (bad !== undefined) return { bad, others, names: null };
  const columns = keys.map((key) => mapping.columns.get(key) ?? null);
  return (record) => readRecord(mapping, columns, record, delimiter);
}

/** The fields that some column, value or fixed text has. */
function fieldsOf({ columns, fixed }: SheetMapping): Set<string> {
  const fields = new Set(Object.keys(fixed));
  for (const column of columns.values()) {
    if (column === null) continue;
    fields.add(column.field);
    for (const translation of column.values?.values() ?? []) {
      for (const field of Object.keys(translation)) fields.add(field);
    }
  }
  return fields;
}

/** How many columns are named as wrong. */
const faultsMax = 20;

function fault(name: string, expected: string) {
  return { kind: null, key: null, field: shown(name), expected };
}

function readRecord(
  { fixed }: SheetMapping,
  columns: readonly (MappedColumn | null)[],
  record: readonly string[],
  delimiter: string,
): MappedCells {
  const cells: Partial<Record<MappedField, string>> = { ...fixed };
  const faults = new Map<MappedField, string>();
  for (const [index, column] of columns.entries()) {
    if (column === null) continue;
    const text = readCell(record[index] ?? "", delimiter);
    const translation = translationOf(column, text);
    if (translation !== undefined) Object.assign(cells, translation);
    else if (text === "") continue;
    else if (column.values !== null && closed.has(column.field)) {
      faults.set(column.field, `a value that the mapping translates, not ${shown(text)}`);
    } else cells[column.field] = column.field === "external_id" ? text : text.trim();
  }
  return { cells: joinHalves(cells), faults };
}

/** Fields whose values are the same few in every file: another one is a misspelling, or a new one of the other system. */
const closed: ReadonlySet<MappedField> = new Set(["booking_status", "checked_in_at"]);

/** Joins a date with its time, and a first name with a last one. */
function joinHalves(cells: Partial<Record<MappedField, string>>): MappedCells["cells"] {
  const whole = { ...cells };
  for (const [field, [first, second]] of Object.entries(halves)) {
    const { [first]: one, [second]: other } = whole;
    delete whole[first];
    delete whole[second];
    if (one !== undefined) whole[field as keyof typeof halves] = `${one} ${other ?? ""}`.trim();
  }
  return whole;
}
