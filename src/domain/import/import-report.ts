import type { BookingStatus } from "../booking.ts";
import type { RecordChange } from "../catalogue/decide-record.ts";
import {
  type BadLine,
  type BookingLine,
  dataKinds,
  type DataKind,
} from "../data-file/data-line.ts";
import type { CellWarning } from "../data-file/cell-warnings.ts";
import { formatInstant } from "../instant.ts";

/** How many bad lines a report lists; it counts all of them. */
export const badLinesListed = 100;
/** How many bad lines an import can skip: a report of all of them is held in memory. */
export const badLinesSkipped = 100_000;
/** How many bookings a report names; it counts all of them. */
const bookingsNamed = 1000;
/** How many warnings a report lists. */
export const warningsListed = 100;

export type CountsByKind = Readonly<Partial<Record<DataKind, number>>>;
type FieldsByKind = Readonly<Partial<Record<DataKind, Readonly<Record<string, number>>>>>;

/** The numbers of lines by result and kind, without zeros. */
export interface ImportCounts {
  readonly read: number;
  readonly created: CountsByKind;
  readonly updated: CountsByKind;
  /** How many updated things of the catalogue get another value, by field; absent without any. */
  readonly updated_fields?: FieldsByKind;
  readonly unchanged: CountsByKind;
  /** Known bookings that keep their state although their line differs. */
  readonly kept: CountsByKind;
  /** New bookings that wait beside free seats of campaigns that promote automatically; absent at 0. */
  readonly waiting_beside_seats?: number;
}

/** A known booking whose line differs from its state, with both states. */
export interface NamedBooking {
  readonly line: number;
  readonly booking: string;
  readonly here: NamedState;
  readonly file: NamedState;
}

interface NamedState {
  readonly booking_status: BookingStatus;
  /** RFC 3339, UTC. */
  readonly booked_at: string;
}

/** A good line with a state that an operator hardly wants, or a cell that is hardly what was meant. It is imported. */
export type ImportWarning =
  | {
      readonly line: number;
      readonly kind: DataKind;
      readonly key: string;
      readonly field: string;
      readonly message: string;
    }
  | ({ readonly line: number } & CellWarning);

export type ImportAnswer = ImportResult | BadFile;

/** The counts of a good file's lines by their result. The lists of bookings hold the first 1,000. */
export interface ImportResult extends ImportCounts {
  /** What a dry run of a spreadsheet found in its good rows. */
  readonly would_be?: BookingTotals;
  /** With `missingSlots`, how many slots it made because bookings named them. */
  readonly slots_added?: number;
  /** The first 100 of them. */
  readonly added_slots?: readonly AddedSlot[];
  readonly kept_bookings: readonly NamedBooking[];
  /** Good lines that are odd; absent where there are none. Of these, the first 100. */
  readonly warnings?: readonly ImportWarning[];
  /** With `overwrite`: the bookings at which something newer stood here. */
  readonly overwritten_bookings?: readonly NamedBooking[];
  /** Lines that were good at the check and not when they were written (B215); absent at 0. */
  readonly left_out?: number;
  /** The first 100 of them. */
  readonly left_out_lines?: readonly BadLine[];
  /** The broken-off import of the same file that this one completed: its counts are included. */
  readonly completes?: { readonly begun_at: string };
}

/** Bookings of a file by the month of their slots, counted as a report counts them. */
export interface BookingTotals {
  readonly contacts: number;
  readonly slots: number;
  readonly rows: readonly MonthTotals[];
  readonly total: Omit<MonthTotals, "month">;
}

export interface MonthTotals {
  /** Such as `2030-05`, by the clocks of the campaign's zone. */
  readonly month: string;
  readonly confirmed: number;
  readonly waiting: number;
  readonly cancelled: number;
  /** Live tickets of CONFIRMED bookings. */
  readonly tickets: number;
  readonly checked_in: number;
}

/** How an import makes the slots that its bookings lack. */
export interface SlotsToAdd {
  /** Null: as many seats as the file's bookings take. */
  readonly capacity: number | null;
}

/** A slot that an import makes because bookings of the file name it. */
export interface AddedSlot {
  readonly interaction: string;
  readonly activity: string;
  readonly host?: string;
  /** RFC 3339, UTC. */
  readonly slot_starting_at: string;
  readonly capacity: number;
}

/** The report of a file that was not imported. */
export interface BadFile {
  /** The first bad lines, in the order of the file. */
  readonly errors: readonly BadLine[];
  readonly errorCount: number;
}

type Result = "created" | "updated" | "unchanged" | "kept";

/** Counts what the lines of an import do. Lines come in any order; lists hold the first ones of the file. */
export class ImportReport {
  readonly #counts = new Map<string, number>();
  readonly #fields = new Map<DataKind, Map<string, number>>();
  readonly kept = new FirstByLine<NamedBooking>(bookingsNamed);
  readonly overwritten = new FirstByLine<NamedBooking>(bookingsNamed);
  readonly warnings = new FirstByLine<ImportWarning>(warningsListed);
  waitingBesideSeats = 0;

  count(kind: DataKind, change: RecordChange | "kept"): void {
    const isUpdate = typeof change === "object";
    this.add(isUpdate ? "updated" : change, kind, 1);
    for (const field of isUpdate ? change.updated : []) this.#addField(kind, field, 1);
  }

  add(result: Result, kind: DataKind, count: number): void {
    const name = `${result} ${kind}`;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  #addField(kind: DataKind, field: string, count: number): void {
    const fields = this.#fields.get(kind) ?? new Map<string, number>();
    this.#fields.set(kind, fields.set(field, (fields.get(field) ?? 0) + count));
  }

  /** Counts lines that repeat others. */
  addRepeats(repeats: CountsByKind): void {
    for (const kind of dataKinds) this.add("unchanged", kind, repeats[kind] ?? 0);
  }

  /**
   * Counts lines that an interrupted import of the same file wrote, and the check found unchanged. Their number is
   * what the interrupted import had to write, less what this one found to write.
   */
  complete(result: "created" | "updated", toWrite: CountsByKind, found: CountsByKind): void {
    for (const kind of dataKinds) {
      const written = Math.max(0, (toWrite[kind] ?? 0) - (found[kind] ?? 0));
      this.add(result, kind, written);
      // Slots that the interrupted import added have no line in the file.
      this.add("unchanged", kind, -Math.min(written, this.of("unchanged")[kind] ?? 0));
    }
  }

  of(result: Result): CountsByKind {
    const counts = dataKinds.map((kind) => [kind, this.#counts.get(`${result} ${kind}`) ?? 0]);
    return Object.fromEntries(counts.filter(([, count]) => Number(count) > 0)) as CountsByKind;
  }

  nameKept(line: number, file: BookingLine, here: BookingLine): void {
    this.kept.push(named(line, file, here));
  }

  nameOverwritten(line: number, file: BookingLine, here: BookingLine): void {
    this.overwritten.push(named(line, file, here));
  }

  warn(warning: ImportWarning): void {
    this.warnings.push(warning);
  }

  /** Adds what a portion wrote, and the lines that it found changed or kept since the check. */
  addPortion(portion: ImportReport): void {
    for (const result of ["created", "updated", "kept"] as const) {
      for (const kind of dataKinds) this.add(result, kind, portion.of(result)[kind] ?? 0);
    }
    for (const kind of ["slot", "booking"] as const) {
      this.add("unchanged", kind, portion.of("unchanged")[kind] ?? 0);
    }
    for (const [kind, fields] of portion.#fields) {
      for (const [field, count] of fields) this.#addField(kind, field, count);
    }
    for (const each of portion.kept.first) this.kept.push(each);
    for (const each of portion.overwritten.first) this.overwritten.push(each);
  }

  /** Begins the report of what is written: the check found these lines unchanged or kept, so no portion has them. */
  forPortions(): ImportReport {
    const begun = new ImportReport();
    for (const result of ["unchanged", "kept"] as const) {
      for (const kind of dataKinds) begun.add(result, kind, this.of(result)[kind] ?? 0);
    }
    for (const each of this.kept.first) begun.kept.push(each);
    for (const each of this.warnings.first) begun.warnings.push(each);
    begun.waitingBesideSeats = this.waitingBesideSeats;
    return begun;
  }

  counts(read: number): ImportCounts {
    const fields = dataKinds.flatMap((kind) => {
      const ofKind = this.#fields.get(kind);
      return ofKind === undefined ? [] : [[kind, Object.fromEntries(ofKind)] as const];
    });
    return {
      read,
      created: this.of("created"),
      updated: this.of("updated"),
      ...(fields.length > 0 && { updated_fields: Object.fromEntries(fields) }),
      unchanged: this.of("unchanged"),
      kept: this.of("kept"),
      ...(this.waitingBesideSeats > 0 && { waiting_beside_seats: this.waitingBesideSeats }),
    };
  }
}

function named(line: number, file: BookingLine, here: BookingLine): NamedBooking {
  const stateOf = ({ booking_status, booked_at }: BookingLine) => ({
    booking_status,
    booked_at: formatInstant(booked_at),
  });
  return { line, booking: file.booking, here: stateOf(here), file: stateOf(file) };
}

/** Keeps the first things of a file, by their lines; they come in any order. */
export class FirstByLine<T extends { readonly line: number }> {
  readonly #limit: number;
  #kept: T[] = [];
  /** How many have come. */
  total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(thing: T): void {
    this.total += 1;
    this.#kept.push(thing);
    if (this.#kept.length >= 2 * this.#limit) this.#kept = this.first;
  }

  copy(): FirstByLine<T> {
    const copy = new FirstByLine<T>(this.#limit);
    copy.#kept = [...this.#kept];
    copy.total = this.total;
    return copy;
  }

  get first(): T[] {
    return this.#kept.toSorted((one, other) => one.line - other.line).slice(0, this.#limit);
  }
}

/** The result with further warnings. */
export function withWarnings(
  result: ImportResult,
  { first: more }: FirstByLine<ImportWarning>,
): ImportResult {
  if (more.length === 0) return result;
  const all = new FirstByLine<ImportWarning>(warningsListed);
  for (const each of [...(result.warnings ?? []), ...more]) all.push(each);
  return { ...result, warnings: all.first };
}

/** The result that the report gives of so many lines. */
export function resultOf(
  report: ImportReport,
  read: number,
  { overwrite = false }: { readonly overwrite?: boolean },
): ImportResult {
  const warnings = report.warnings.first;
  return {
    ...report.counts(read),
    kept_bookings: report.kept.first,
    ...(warnings.length > 0 && { warnings }),
    ...(overwrite && { overwritten_bookings: report.overwritten.first }),
  };
}
