import { dataKinds, type DataKind } from "../../domain/data-file/data-line.ts";
import { catalogueRows } from "./catalogue-rows.ts";
import type { Scratch } from "./scratch.ts";

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
}

/** How often lines of each kind repeat others; absent where none does. */
export type Repeats = CountsByKind;

export type CountsByKind = Readonly<Partial<Record<DataKind, number>>>;

export type FieldsByKind = Readonly<Partial<Record<DataKind, Readonly<Record<string, number>>>>>;

/** Counts what an import does. Each line counts once; a repetition changes nothing. */
export function tally(scratch: Scratch, repeats: Repeats): ImportCounts {
  const created: Partial<Record<DataKind, number>> = {};
  const updated: Partial<Record<DataKind, number>> = {};
  const fields: Partial<Record<DataKind, Readonly<Record<string, number>>>> = {};
  const unchanged: Partial<Record<DataKind, number>> = {};
  const kept: Partial<Record<DataKind, number>> = {};
  let read = 0;
  for (const kind of dataKinds) {
    if (scratch.lines(kind) === 0) continue;
    const counted = scratch.prepare(kind === "booking" ? bookings : definitionsOf(kind)).get();
    const { defined, isNew, changed, different, ...byField } = counted as Counted;
    if (isNew > 0) created[kind] = isNew;
    if (changed > 0) updated[kind] = changed;
    const others = Object.entries(byField).filter(([, count]) => count > 0);
    if (others.length > 0) fields[kind] = Object.fromEntries(others);
    // A known booking that differs from its line and does not change keeps its state.
    if (different > changed) kept[kind] = different - changed;
    const repeated = repeats[kind] ?? 0;
    const rest = defined - isNew - different + repeated;
    if (rest > 0) unchanged[kind] = rest;
    read += defined + repeated;
  }
  const updatedFields = Object.keys(fields).length > 0 && { updated_fields: fields };
  return { read, created, updated, ...updatedFields, unchanged, kept };
}

/** The counts of one kind, and one for each field that changes. */
type Counted = Readonly<
  Record<"defined" | "isNew" | "changed" | "different", number> & Record<string, number>
>;

function definitionsOf(kind: Exclude<DataKind, "booking">): string {
  const { from, isDefined, isNew, differs, fields } = catalogueRows(kind);
  const changes = fields.map(
    (field) => `count(*) filter (where not ${isNew} and ${field.differs}) as "${field.field}"`,
  );
  return `
    select
      count(*) as defined,
      count(*) filter (where ${isNew}) as isNew,
      count(*) filter (where not ${isNew} and ${differs}) as changed,
      count(*) filter (where not ${isNew} and ${differs}) as different,
      ${changes.join(", ")}
    from ${from}
    where ${isDefined}`;
}

const bookings = `
  select
    (select count(*) from booking) as defined,
    (select count(*) from booking) - (select count(*) from known_booking) as isNew,
    (select count(*) from found_change) as changed,
    (select count(*) from found_difference) as different`;
