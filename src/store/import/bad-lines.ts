import type { BadLine, DataKind } from "../../domain/data-file/data-line.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Scratch } from "./scratch.ts";

/** How many bad lines a report lists; it counts all of them. */
export const badLinesListed = 100;
/** How many bad lines an import can skip: a report of all of them is held in memory. */
export const badLinesSkipped = 100_000;

/** Selects each bad line once. A line that is bad by itself is reported for that reason alone. */
const all = `
  select line, kind, key, starting_at, field, expected
  from bad_line
  union all
  select line, kind, key, starting_at, field, expected
  from found_bad_line
  where line not in (select line from bad_line)`;

export function countBadLines(scratch: Scratch): number {
  return Number(scratch.prepare(`select count(*) as total from (${all})`).get()?.["total"]);
}

/** The first bad lines of the file. */
export function firstBadLines(scratch: Scratch, limit: number): BadLine[] {
  const rows = scratch.select<BadLineRow>(`${all} order by line limit ?`, limit);
  return Array.from(rows, ([line, kind, key, startingAt, field, expected]) => ({
    line,
    kind,
    key: startingAt === null ? key : `${key}/${formatInstant(startingAt)}`,
    field,
    expected,
  }));
}

type BadLineRow = readonly [
  line: number,
  kind: DataKind | null,
  key: string | null,
  startingAt: number | null,
  field: string | null,
  expected: string,
];
