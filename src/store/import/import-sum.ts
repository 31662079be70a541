import { dataKinds, type BadLine } from "../../domain/data-file/data-line.ts";
import { formatInstant } from "../../domain/instant.ts";
import { badLinesListed } from "./bad-lines.ts";
import type { ImportResult } from "./import-order.ts";
import { bookingsNamed } from "./named-bookings.ts";
import type { CountsByKind, FieldsByKind } from "./tally.ts";
import type { BegunImport } from "./unfinished-import.ts";
import type { WrittenPortion } from "./write-portion.ts";

/** Adds up what the portions of one import did. */
export class ImportSum {
  #result: ImportResult;
  #leftOut = 0;
  #leftOutLines: BadLine[] = [];
  #overbooked = { slots: 0, seats: 0 };

  /** No portion has the lines that the check found unchanged or kept, so their counts come from the check. */
  constructor(checked: ImportResult) {
    const { updated_fields: _, ...rest } = checked;
    const overwritten = checked.overwritten_bookings && { overwritten_bookings: [] };
    this.#result = { ...rest, created: {}, updated: {}, ...overwritten };
  }

  add({ result, leftOut, overbooked }: WrittenPortion): void {
    const sum = this.#result;
    const fields = addFields(sum.updated_fields, result.updated_fields);
    const overwritten = sum.overwritten_bookings && {
      overwritten_bookings: addNamed(sum.overwritten_bookings, result.overwritten_bookings),
    };
    this.#result = {
      ...sum,
      created: addCounts(sum.created, result.created),
      updated: addCounts(sum.updated, result.updated),
      ...(Object.keys(fields).length > 0 && { updated_fields: fields }),
      // The first portion has all catalogue lines, also those that the check counted as unchanged.
      unchanged: addCounts(sum.unchanged, {
        slot: result.unchanged.slot ?? 0,
        booking: result.unchanged.booking ?? 0,
      }),
      kept: addCounts(sum.kept, result.kept),
      kept_bookings: addNamed(sum.kept_bookings, result.kept_bookings),
      ...overwritten,
    };
    this.#leftOut += leftOut.length;
    this.#leftOutLines = [...this.#leftOutLines, ...leftOut].slice(0, badLinesListed);
    this.#overbooked.slots += overbooked.slots;
    this.#overbooked.seats += overbooked.seats;
  }

  /**
   * Adds the lines that an interrupted import of the same file wrote. The check of this import counted them as
   * unchanged. Their number is what the interrupted import had to write, less what this one found to write.
   */
  complete(unfinished: BegunImport & { readonly at: number }, checked: ImportResult): void {
    const created = addCounts(unfinished.created, checked.created, -1);
    const updated = addCounts(unfinished.updated, checked.updated, -1);
    const sum = this.#result;
    this.#result = {
      ...sum,
      created: addCounts(sum.created, created),
      updated: addCounts(sum.updated, updated),
      unchanged: addCounts(addCounts(sum.unchanged, created, -1), updated, -1),
      completes: { begun_at: formatInstant(unfinished.at) },
    };
  }

  get result(): ImportResult {
    const leftOut = { left_out: this.#leftOut, left_out_lines: this.#leftOutLines };
    return { ...this.#result, ...(this.#leftOut > 0 && leftOut) };
  }

  /** The slots that the file filled beyond their capacity, and the seats. */
  get overbooked(): { readonly slots: number; readonly seats: number } {
    return this.#overbooked;
  }
}

/** Kinds without any are left out, as everywhere in a result. */
function addCounts(one: CountsByKind, other: CountsByKind, sign: 1 | -1 = 1): CountsByKind {
  const counts = dataKinds.map((kind) => [kind, (one[kind] ?? 0) + sign * (other[kind] ?? 0)]);
  return Object.fromEntries(counts.filter(([, count]) => Number(count) > 0)) as CountsByKind;
}

function addFields(one: FieldsByKind = {}, other: FieldsByKind = {}): FieldsByKind {
  const sums = dataKinds.map((kind) => {
    const sum: Record<string, number> = { ...one[kind] };
    for (const [field, count] of Object.entries(other[kind] ?? {})) {
      sum[field] = (sum[field] ?? 0) + count;
    }
    return [kind, sum] as const;
  });
  return Object.fromEntries(sums.filter(([, sum]) => Object.keys(sum).length > 0));
}

function addNamed<T>(some: readonly T[], more: readonly T[] = []): readonly T[] {
  return [...some, ...more].slice(0, bookingsNamed);
}
