import type { Refused, SeatRefusal } from "./refusal.ts";
import { excessSeats, type SlotSeats } from "./seats.ts";

/**
 * The seats of a slot with another capacity. Lowering it below the seats that are taken is refused,
 * unless that is meant: then the excess is recorded as overbooked. A slot that is overbooked already
 * may come closer to its capacity without that.
 */
export function changeCapacity(
  slot: SlotSeats,
  capacity: number,
  overbook: boolean,
): SlotSeats | Refused<SeatRefusal> {
  const excess = excessSeats({ ...slot, capacity });
  if (excess > excessSeats(slot) && !overbook) {
    return { refused: { why: "capacity-below-taken", taken: slot.taken } };
  }
  return { capacity, taken: slot.taken, overbookedBy: excess };
}
