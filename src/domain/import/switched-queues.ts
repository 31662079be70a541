import { nameOf, recordAfter, recordName } from "../catalogue/catalogue-state.ts";
import type { DataLine, DataLineOf } from "../data-file/data-line.ts";
import type { ImportState } from "./decide-booking-line.ts";

/** Whether a promotion may follow in the campaign, after the lines. */
export function promotesAfter(state: ImportState, interaction: string): boolean {
  return recordAfter(state, "interaction", interaction)?.waitlist_promotion === "automatic";
}

/** Whether the lines make a known campaign promote automatically; with `isEvery`, it may have done so before. */
export function beginsToPromote(state: ImportState, interaction: string, isEvery = false): boolean {
  const before = state.known.get(nameOf("interaction", interaction));
  if (before?.kind !== "interaction" || !promotesAfter(state, interaction)) return false;
  return isEvery || before.waitlist_promotion !== "automatic";
}

/** An activity, or all activities of a campaign (null). */
interface SwitchedQueue {
  readonly interaction: string;
  readonly activity: string | null;
}

/**
 * The activities on whose waitlists somebody may move up although no seat is added: their campaign begins to promote
 * automatically, or a ticket type's bookings enter or leave the queue. With `isEverySwitched`, each automatic campaign
 * that the lines define counts as switched: an import that broke off may have switched it.
 */
export function switchedQueues(
  lines: readonly { readonly content: DataLine }[],
  state: ImportState,
  isEverySwitched: boolean,
): SwitchedQueue[] {
  return lines.flatMap(({ content }): SwitchedQueue[] => {
    if (content.kind === "interaction") {
      const begins = beginsToPromote(state, content.public_key, isEverySwitched);
      return begins ? [{ interaction: content.public_key, activity: null }] : [];
    }
    if (content.kind !== "ticket_type" || switchesLimit(content, state) === null) return [];
    const { interaction, activity } = content;
    return promotesAfter(state, interaction) ? [{ interaction, activity }] : [];
  });
}

/** How a line changes the limit of a known ticket type: whether its tickets take seats, or how many a slot takes. */
export function switchesLimit(
  line: DataLineOf<"ticket_type">,
  state: Pick<ImportState, "known">,
): "seats" | "limit" | null {
  const known = state.known.get(recordName(line));
  if (known?.kind !== "ticket_type") return null;
  if (known.has_limited_capacity !== line.has_limited_capacity) return "seats";
  const limit = line.capacity_per_slot;
  return limit === undefined || limit === (known.capacity_per_slot ?? null) ? null : "limit";
}
