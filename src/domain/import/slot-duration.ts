import { recordAfter, slotName, type SlotPlace } from "../catalogue/catalogue-state.ts";
import type { SlotLine } from "../data-file/data-line.ts";
import type { ImportState } from "./decide-booking-line.ts";
import { ownLimits, ownLimitsAfter } from "./type-effects.ts";

/**
 * The slot that a line leaves: with the line's length, else its own, else for a new slot the usual one after the lines
 * (A75), and with its own limits of ticket types.
 */
export function wholeSlot(line: SlotLine, state: ImportState): SlotLine {
  const known = state.slotDurations.get(slotName(line));
  const minutes = known === undefined ? usualDuration(line, state) : known;
  const { slot_duration_in_minutes = minutes } = line;
  return { ...line, slot_duration_in_minutes, ticket_types: ownLimitsAfter(line, state) };
}

/** The account's slot with the key of a line. */
export function knownSlot(line: SlotLine, state: ImportState): SlotLine | undefined {
  const name = slotName(line);
  const capacity = state.slots.get(name)?.capacity;
  if (capacity === undefined) return undefined;
  const minutes = state.slotDurations.get(name) ?? null;
  const ticket_types = ownLimits(line, state);
  return { ...line, capacity, slot_duration_in_minutes: minutes, ticket_types };
}

/** Whether a decided slot has the length that its bookings show already; for a new slot, the usual one. */
export function isAsLong(decided: SlotLine, state: ImportState): boolean {
  const known = state.slotDurations.get(slotName(decided));
  const shown = known === undefined ? usualDuration(decided, state) : known;
  return decided.slot_duration_in_minutes === shown;
}

/** What new slots of the place last: as the host says, or the activity where there is no choice of hosts (A59). */
export function usualDuration(
  { interaction, activity, host }: Omit<SlotPlace, "starting_at">,
  state: Pick<ImportState, "known" | "defined">,
): number | null {
  const record =
    host === null
      ? recordAfter(state, "activity", interaction, activity)
      : recordAfter(state, "host", interaction, activity, host);
  return record?.slot_duration_in_minutes ?? null;
}
