import { useApiQuery } from "../../api/queries.ts";
import type { Slot } from "../../api/operations.ts";
import { useAccount } from "../../shell/account.ts";
import { keptOf } from "./kept-seats.ts";
import { namedSlot } from "./named-slot.ts";

const holdsMax = 500;
const everyMs = 5_000;

/** Polls the live holds and offers of a slot; they end by themselves. */
export function useKept(slot: Slot) {
  const path = useAccount();
  const named = namedSlot(path, slot);
  const { interaction, activity, starting_at: slot_starting_at } = slot;
  const query = { interaction, activity, ...named.query, slot_starting_at, limit: holdsMax };
  const holds = useApiQuery("listHolds", { path, query }, { everyMs });
  const waitlist = useApiQuery("showWaitlist", named, { everyMs, enabled: slot.held > 0 });
  // What was read before stays when nothing is held any more and nobody asks.
  const waiting = slot.held > 0 ? (waitlist.data?.body.items ?? []) : [];
  const kept = keptOf(holds.data?.body.items ?? [], waiting);
  return { holds, kept };
}
