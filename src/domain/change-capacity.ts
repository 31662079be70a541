import type { Refused, SeatRefusal } from "./refusal.ts";
import { excessSeats, type SlotSeats } from "./seats.ts";

/**
 * Changes the capacity of a slot. A capacity below the taken seats is refused, unless the order allows
 * overbooking: the excess is then recorded as overbooked. An overbooked slot may come closer to its capacity
 * without that permission.
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
