import {
  recordAfter,
  recordName,
  slotName,
  type SlotPlace,
} from "../../domain/catalogue/catalogue-state.ts";
import type { DataLineOf, SlotLine } from "../../domain/data-file/data-line.ts";
import type { ImportState } from "../../domain/import/decide-booking-line.ts";
import { placeOf, type FileLine, type LinesDecision } from "../../domain/import/decide-lines.ts";
import type { SlotSeats } from "../../domain/seats.ts";
import { toHostColumn } from "../write/slot.ts";
import type { CatalogueAround } from "../catalogue/load-catalogue.ts";
import { keepShownDurations, type SlotsPlace } from "../write/slot-durations.ts";
import type { Within } from "./import-target.ts";
import { loadSlots, placesByName } from "./load-state.ts";

/**
 * Reads the slots that the lines name, and locks those that may change: slots with another capacity or length, and
 * `changing`.
 */
export async function loadNamedSlots(
  within: Within,
  catalogue: CatalogueAround & Pick<ImportState, "slotDurations" | "typesHere">,
  lines: readonly FileLine[],
  changing: readonly SlotPlace[],
): Promise<Map<string, SlotSeats>> {
  const named = placesByName(
    lines.flatMap(({ content }) => {
      if (content.kind === "booking") return [placeOf(content)];
      return content.kind === "slot" ? [content] : [];
    }),
  );
  const toLock = placesByName(changing);
  if (!within.holdsLocks)
    return loadSlots(within, new Map([...named, ...toLock]), catalogue, "unlocked");
  const others = new Map([...named].filter(([name]) => !toLock.has(name)));
  const slots = await loadSlots(within, others, catalogue, "unlocked");
  for (const { content } of lines) {
    if (content.kind !== "slot") continue;
    const name = slotName(content);
    const known = slots.get(name);
    const minutes = content.slot_duration_in_minutes;
    const isOther =
      known?.capacity !== content.capacity ||
      (minutes !== undefined && minutes !== catalogue.slotDurations.get(name)) ||
      changesOwnLimits(content, catalogue);
    if (known !== undefined && isOther) toLock.set(name, content);
  }
  for (const [name, seats] of await loadSlots(within, toLock, catalogue, "locked"))
    slots.set(name, seats);
  return slots;
}

/** Whether a slot's line says other limits than the slot has; a line that says none of them changes none. */
function changesOwnLimits(line: SlotLine, { typesHere }: Pick<ImportState, "typesHere">): boolean {
  const here = typesHere.get(slotName(line));
  if (line.ticket_types === undefined) return false;
  if (line.ticket_types === null) return here !== undefined;
  return Object.entries(line.ticket_types).some(
    ([id, limit]) => (here?.get(id)?.own ?? null) !== limit,
  );
}

/** Existing slots keep their length when their host's or activity's changes (A75). */
export async function keepDurations(
  { transaction, accountId }: Within,
  { records }: LinesDecision,
  state: ImportState,
): Promise<void> {
  for (const { after } of records) {
    const known = state.known.get(recordName(after));
    if (known?.kind !== "host" && known?.kind !== "activity") continue;
    const minutes = known.slot_duration_in_minutes ?? null;
    if ("slot_duration_in_minutes" in after && after.slot_duration_in_minutes === minutes) continue;
    const place = slotsPlaceOf(known, state);
    await keepShownDurations(transaction, accountId, place, minutes);
  }
}

/** The slots whose usual length a host or an activity says. */
export function slotsPlaceOf(
  line: DataLineOf<"host" | "activity">,
  state: Pick<ImportState, "known" | "defined">,
): SlotsPlace {
  const interactionId = recordAfter(state, "interaction", line.interaction)?.id ?? "";
  return line.kind === "host"
    ? { interactionId, activityId: line.activity, hostId: line.id }
    : { interactionId, activityId: line.id, hostId: toHostColumn(null) };
}
