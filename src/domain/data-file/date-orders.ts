import type { Cells } from "./csv.ts";
import { parseInstant } from "../instant.ts";
import { parseWrittenTime, two, type NumberedDate } from "./written-date-times.ts";

/** The order of day, month and year in the dates of a spreadsheet, as its sender says it. */
export const dateOrders = ["dmy", "mdy", "ymd"] as const;
export type DateOrder = (typeof dateOrders)[number];

const example = "2030-05-01 09:00";

/** The order of a column's dates that do not show it themselves, or the fault of such a date where it is not known. */
export type ColumnOrder = "dmy" | "mdy" | { readonly expected: string };

/** Finds out from all rows of a spreadsheet which order each column's dates have. */
export class DateOrders<Column extends string> {
  readonly #shown = new Map<Column, { dmy?: string; mdy?: string }>();
  readonly #columns: readonly Column[];

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
  }

  see(cells: Cells<Column>): void {
    for (const column of this.#columns) {
      const text = cells[column];
      if (text === undefined || !yearLastDate.test(text)) continue;
      const written = parseWrittenTime(text);
      if (written === null || !("numbers" in written)) continue;
      const [order, other] = ordersOfDate(written);
      if (order === undefined || other !== undefined) continue;
      const shown = this.#shown.get(column) ?? {};
      // The fault of a column with both orders quotes the first row of each.
      shown[order] ??= text;
      this.#shown.set(column, shown);
    }
  }

  of(column: Column): ColumnOrder {
    return orderShown(this.#shown.get(column) ?? {});
  }
}

/** A date with slashes or hyphens and its year last. Its form does not say whether its day or its month comes first. */
export const yearLastDate = /\d[-/]\d{1,2}[-/]\d{4}/;

function orderShown({ dmy, mdy }: { readonly dmy?: string; readonly mdy?: string }): ColumnOrder {
  if (dmy !== undefined && mdy !== undefined) {
    return {
      expected:
        `dates in one order: in this column ${dmy} has its day first and ${mdy} its month first; ` +
        `write them as ${example}`,
    };
  }
  if (dmy !== undefined) return "dmy";
  if (mdy !== undefined) return "mdy";
  return {
    expected:
      `a date whose order its column shows by a number above 12, or that is given (--dates dmy, mdy or ymd); ` +
      `or write it as ${example}`,
  };
}

/** The orders in which this is a date: both for `5/01/2031`, and none for `13/14/2031`, which shows no order. */
export function ordersOfDate({ year, time, numbers }: NumberedDate): readonly ("dmy" | "mdy")[] {
  return (["dmy", "mdy"] as const).filter((order) => {
    const [day, month] = order === "dmy" ? numbers : numbers.toReversed();
    return parseInstant(`${year}-${two(month)}-${two(day)}T${time}Z`) !== null;
  });
}

/** The fault of a date that is of no calendar in the order that the sender gave. */
export function otherThanGiven(order: "dmy" | "mdy"): string {
  const first = order === "dmy" ? "day" : "month";
  return `a date with its ${first} first, as the order ${order} says; write this one as ${example}`;
}

/** The order that the sender gave. */
export function orderGiven(given: DateOrder): ColumnOrder {
  return given === "ymd"
    ? { expected: `a date with its year first, as the order ymd says, such as ${example}` }
    : given;
}
