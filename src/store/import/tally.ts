import { dataKinds, type DataKind } from "../../domain/data-file/data-line.ts";
import { catalogueRows } from "./catalogue-rows.ts";
import type { Scratch } from "./scratch.ts";

/** What became of the lines, by their kinds; kinds without any are left out. */
export interface ImportCounts {
  readonly read: number;
  readonly created: CountsByKind;
  readonly updated: CountsByKind;
  readonly unchanged: CountsByKind;
  /** Known bookings of which the file says something else, and which stay as they are. */
  readonly kept: CountsByKind;
}

export type CountsByKind = Readonly<Partial<Record<DataKind, number>>>;

/** Counts what an import does. Each line counts once; a repetition changes nothing. */
export function tally(scratch: Scratch, repeats: Readonly<Record<DataKind, number>>): ImportCounts {
  const created: Partial<Record<DataKind, number>> = {};
  const updated: Partial<Record<DataKind, number>> = {};
  const unchanged: Partial<Record<DataKind, number>> = {};
  const kept: Partial<Record<DataKind, number>> = {};
  let read = 0;
  for (const kind of dataKinds) {
    if (scratch.lines(kind) === 0) continue;
    const counted = scratch.prepare(kind === "booking" ? bookings : definitionsOf(kind)).get();
    const { defined, isNew, changed, different } = counted as Record<
      "defined" | "isNew" | "changed" | "different",
      number
    >;
    if (isNew > 0) created[kind] = isNew;
    if (changed > 0) updated[kind] = changed;
    if (different > changed) kept[kind] = different - changed;
    const rest = defined - isNew - different + repeats[kind];
    if (rest > 0) unchanged[kind] = rest;
    read += defined + repeats[kind];
  }
  return { read, created, updated, unchanged, kept };
}

function definitionsOf(kind: Exclude<DataKind, "booking">): string {
  const { from, isDefined, isNew, differs } = catalogueRows(kind);
  return `
    select
      count(*) as defined,
      count(*) filter (where ${isNew}) as isNew,
      count(*) filter (where not ${isNew} and ${differs}) as changed,
      count(*) filter (where not ${isNew} and ${differs}) as different
    from ${from}
    where ${isDefined}`;
}

const bookings = `
  select
    (select count(*) from booking) as defined,
    (select count(*) from booking) - (select count(*) from known_booking) as isNew,
    (select count(*) from found_change) as changed,
    (select count(*) from found_difference) as different`;
