import { catalogueKinds, type CatalogueKind } from "../catalogue/catalogue-kinds.ts";
import { catalogueRows } from "./catalogue-rows.ts";
import type { Scratch } from "./scratch.ts";
import type { CountsByKind } from "./tally.ts";

/** How many known things of the catalogue get another value, by kind and field. */
export type ChangedFields = Readonly<
  Partial<Record<CatalogueKind, Readonly<Record<string, number>>>>
>;

/** Counts the fields that change in the updated things; the history of a booking has its own. */
export function changedFields(scratch: Scratch, updated: CountsByKind): ChangedFields {
  const changed: Partial<Record<CatalogueKind, Readonly<Record<string, number>>>> = {};
  for (const kind of Object.keys(catalogueKinds) as CatalogueKind[]) {
    if (updated[kind] === undefined) continue;
    const counts = scratch.prepare(countsOf(kind)).get() as Record<string, number>;
    changed[kind] = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  }
  return changed;
}

function countsOf(kind: CatalogueKind): string {
  const { from, isDefined, isNew, fields } = catalogueRows(kind);
  return `
    select ${fields.map(({ field, differs }) => `count(*) filter (where ${differs}) as "${field}"`).join(", ")}
    from ${from}
    where ${isDefined}
    and not ${isNew}`;
}
