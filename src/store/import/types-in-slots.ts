import { randomUUID } from "node:crypto";
import { slotName, type SlotPlace } from "../../domain/catalogue/catalogue-state.ts";
import { carriedForward } from "../../domain/clock.ts";
import type { FileLine, SlotLine } from "../../domain/data-file/data-line.ts";
import type { ImportState, TypeHere } from "../../domain/import/decide-booking-line.ts";
import { saysLimit } from "../../domain/import/slot-effect.ts";
import {
  loadCatalogue,
  type CatalogueAround,
  type Definitions,
} from "../catalogue/load-catalogue.ts";
import { countTakenByType, readLimitTimes, readOwnLimits } from "../write/own-limits.ts";
import type { SlotKey } from "../write/slot.ts";
import { ask, placesByName, readPlaces, type Asking } from "./load-state.ts";

/**
 * The ticket types in slots, by `slotName` and id: limits of the slot's own, and with `counts`, or where there is such a
 * limit, what is taken of the type. Only who holds the account's lock changes a limit, and the slot's lock keeps what is taken.
 */
export async function loadTypesHere(
  within: Asking,
  places: ReadonlyMap<string, SlotPlace>,
  catalogue: CatalogueAround,
  counts: boolean,
): Promise<Map<string, Map<string, TypeHere>>> {
  const slots = await readPlaces(within, places, catalogue);
  const names = new Map(slots.map(({ number, name }) => [number, name]));
  const types = new Map<string, Map<string, TypeHere>>();
  const add = (number: number, id: string, here: Partial<TypeHere>) => {
    const name = names.get(number) ?? "";
    const ofSlot = types.get(name) ?? new Map<string, TypeHere>();
    types.set(name, ofSlot);
    ofSlot.set(id, { own: null, overbooked: 0, live: 0, ...ofSlot.get(id), ...here });
  };
  const columns = slots.map(({ number }) => ({ number }));
  for (const row of await ask(within, readOwnLimits, columns)) {
    add(row.number, row.id, { own: row.own, overbooked: row.overbooked });
  }
  // Tickets count where something limits them.
  const isCounted = counts || types.size > 0;
  for (const row of isCounted ? await ask(within, countTakenByType, columns) : []) {
    const live = types.get(names.get(row.number) ?? "")?.get(row.id)?.live ?? 0;
    add(row.number, row.id, { live: live + row.live });
  }
  return types;
}

/**
 * The limits that the slots of these lines say, where a line changes some, with the ticket types of those that a line
 * removes without naming them.
 */
export async function loadOwnLimits(
  within: Asking,
  lines: readonly SlotLine[],
  catalogue: CatalogueAround,
  definitions: Definitions,
): Promise<CatalogueAround & Pick<ImportState, "typesHere">> {
  const some = lines.filter((line) => line.ticket_types !== undefined);
  const typesHere =
    some.length > 0
      ? await loadTypesHere(within, placesByName(some), catalogue, false)
      : new Map<string, Map<string, TypeHere>>();
  const removing = some.flatMap((line) => {
    const here = typesHere.get(slotName(line));
    if (line.ticket_types !== null || here === undefined) return [];
    return [
      { ...line, ticket_types: Object.fromEntries([...here.keys()].map((id) => [id, null])) },
    ];
  });
  if (removing.length === 0) return { ...catalogue, typesHere };
  const more = await loadCatalogue(within, removing, definitions, randomUUID);
  return {
    ...catalogue,
    known: new Map([...catalogue.known, ...more.known]),
    defined: new Map([...catalogue.defined, ...more.defined]),
    typesHere,
  };
}

/** When the limits of these slots' ticket types change, by the slot's number; a slot without bookings has no past. */
export async function loadLimitTimes(
  within: Asking,
  now: number,
  slots: readonly SlotKey[],
): Promise<Map<number, number>> {
  const keys = slots.map(({ number }) => ({ number }));
  const rows = await ask(within, readLimitTimes, keys);
  return new Map(
    rows.flatMap((row) => {
      if (row.statusAt === null) return [];
      const last = row.limitAt ?? Number.NEGATIVE_INFINITY;
      return [[row.number, Math.max(carriedForward(now, row.statusAt), last + 1)] as const];
    }),
  );
}

/** Whether some ticket type may have a limit. */
export function hasLimits(
  { known, defined }: Pick<CatalogueAround, "known" | "defined">,
  lines: readonly FileLine[],
): boolean {
  const records = [...known.values(), ...defined.values()];
  return records.some(saysLimit) || lines.some(({ content }) => saysLimit(content));
}
