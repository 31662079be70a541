import { slotName, type SlotPlace } from "../../domain/catalogue/catalogue-state.ts";
import type { FileLine, SlotLine } from "../../domain/data-file/data-line.ts";
import type { ImportState } from "../../domain/import/decide-booking-line.ts";
import { placeOf } from "../../domain/import/decide-lines.ts";
import type { SlotState } from "../../domain/seats.ts";
import type { CatalogueAround } from "../catalogue/load-catalogue.ts";
import { refuseDue } from "../write/held-seats.ts";
import { inLockingOrder, lockNumberedSlots, slotState } from "../write/slot.ts";
import type { ImportTransaction } from "./import-target.ts";
import { ask, placesByName, readPlaces } from "./load-state.ts";

/** The catalogue around some lines, with the lengths and the own limits of the slots that have a line. */
export type SlotContents = CatalogueAround & Pick<ImportState, "slotDurations" | "typesHere">;

/**
 * Reads the seats of the slots that the lines name, by `slotName`. The slots that may change are locked: those of `touched`,
 * and those whose line has another capacity, length, closing or limits. A snapshot locks none. It is step 8 of the locks
 * of an import, which `load-portion.ts` lists.
 */
export async function lockSlots(
  within: ImportTransaction,
  lines: readonly FileLine[],
  contents: SlotContents,
  touched: readonly SlotPlace[],
): Promise<Map<string, SlotState>> {
  const named = placesByName(
    lines.flatMap(({ content }) => {
      if (content.kind === "booking") return [placeOf(content)];
      return content.kind === "slot" ? [content] : [];
    }),
  );
  const toLock = placesByName(touched);
  if (!within.mayLock) return readSeats(within, new Map([...named, ...toLock]), contents);
  const others = new Map([...named].filter(([name]) => !toLock.has(name)));
  const seats = await readSeats(within, others, contents);
  for (const { content } of lines) {
    if (content.kind !== "slot") continue;
    const known = seats.get(slotName(content));
    if (known !== undefined && changesSlot(content, known, contents)) {
      toLock.set(slotName(content), content);
    }
  }
  return new Map([...seats, ...(await lockSeats(within, toLock, contents))]);
}

async function readSeats(
  within: ImportTransaction,
  places: ReadonlyMap<string, SlotPlace>,
  catalogue: CatalogueAround,
): Promise<Map<string, SlotState>> {
  const rows = await readPlaces(within, places, catalogue);
  return new Map(rows.map((row) => [row.name, slotState(row)]));
}

/** A slot that ended since it was read is absent. */
async function lockSeats(
  within: ImportTransaction,
  places: ReadonlyMap<string, SlotPlace>,
  catalogue: CatalogueAround,
): Promise<Map<string, SlotState>> {
  const slots = await readPlaces(within, places, catalogue);
  const keys = slots.map(({ number }) => ({ number })).toSorted(inLockingOrder);
  const locked = new Map(
    (await ask(within, lockNumberedSlots, keys)).map((row) => [row.number, row]),
  );
  const now = within.now();
  for (const { number, next_end_at: endsAt } of locked.values()) refuseDue({ number, endsAt }, now);
  return new Map(
    slots.flatMap(({ number, name }) => {
      const row = locked.get(number);
      return row === undefined ? [] : [[name, slotState(row)] as const];
    }),
  );
}

function changesSlot(line: SlotLine, known: SlotState, contents: SlotContents): boolean {
  const { capacity, closed, slot_duration_in_minutes: minutes } = line;
  const isResized = minutes !== undefined && minutes !== contents.slotDurations.get(slotName(line));
  const isOpenedOrClosed = closed !== undefined && closed !== (known.closedAt !== null);
  return (
    capacity !== known.capacity || isResized || isOpenedOrClosed || changesOwnLimits(line, contents)
  );
}

/** Whether a slot's line says other limits than the slot has; a line that says none of them changes none. */
function changesOwnLimits(line: SlotLine, { typesHere }: SlotContents): boolean {
  const here = typesHere.get(slotName(line));
  if (line.ticket_types === undefined) return false;
  if (line.ticket_types === null) return here !== undefined;
  return Object.entries(line.ticket_types).some(
    ([id, limit]) => (here?.get(id)?.own ?? null) !== limit,
  );
}
