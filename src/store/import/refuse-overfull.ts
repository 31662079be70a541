import { excessSeats, type SlotSeats } from "../../domain/seats.ts";
import { readLimitedTypes } from "../write/type-limits.ts";
import { ChangedMeanwhile, type ImportTransaction } from "./import-target.ts";
import { inChunks } from "./in-chunks.ts";
import { loadSeats } from "./load-state.ts";
import type { Plan } from "./plan.ts";

/** How many slots are read at a time. */
const slotsAtOnce = 500;

/**
 * Throws `ChangedMeanwhile` where a slot of the plan, or a ticket type in it, is fuller beyond its limit than at the check:
 * others may have taken a seat between the check and the lock of the slot.
 */
export async function refuseOverfull(within: ImportTransaction, plan: Plan): Promise<void> {
  for (const slots of inChunks(plan.slots.known(), slotsAtOnce)) {
    const keys = slots.map(({ key }) => key);
    const seats = await loadSeats(within, keys);
    const limited = await readLimitedTypes(within.transaction, within.accountId, keys);
    for (const { key, before, types } of slots) {
      const isOverfull =
        hasMoreExcess(seats.get(key.number), before) ||
        types.some((type) =>
          hasMoreExcess(limited.get(key.number)?.get(type.id)?.seats, type.before),
        );
      if (isOverfull) throw new ChangedMeanwhile();
    }
  }
}

function hasMoreExcess(now: SlotSeats | null | undefined, before: SlotSeats | null): boolean {
  if (now == null) return false;
  return excessSeats(now) > (before === null ? 0 : excessSeats(before));
}
