import type { Slot } from "../../api/operations.ts";
import { instantWords } from "../../kit/instant-words.ts";
import { t } from "../../language/t.ts";

/** When a slot is: its start, and its end where it has a length. */
export function slotWords(slot: Slot): string {
  const { starting_at: at, timezone: zone } = slot;
  const end = endOf(slot);
  const when = instantWords(at, zone);
  return end === null ? when : t("{when} to {end}", { when, end: instantWords(end, zone, "time") });
}

/** When it ends; null where it has no length. */
export function endOf({ starting_at: at, slot_duration_in_minutes: minutes }: Slot): string | null {
  return minutes === null ? null : new Date(Date.parse(at) + minutes * 60_000).toISOString();
}
