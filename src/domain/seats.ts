/** The counted seats of a slot. */
export interface SlotSeats {
  readonly capacity: number;
  /** Live tickets of CONFIRMED bookings with limited ticket types. */
  readonly taken: number;
  /** The seats above the capacity that were sold on purpose. */
  readonly overbookedBy: number;
}

/** The seats that can be given without overbooking. */
export function freeSeats({ capacity, taken }: SlotSeats): number {
  return Math.max(0, capacity - taken);
}

/** The seats that are sold above the capacity. */
export function excessSeats({ capacity, taken }: SlotSeats): number {
  return Math.max(0, taken - capacity);
}

/** Takes seats. Those beyond the capacity count as overbooked, because the order allowed it. */
export function takeSeats(seats: SlotSeats, count: number): SlotSeats {
  const after = { ...seats, taken: seats.taken + count };
  return { ...after, overbookedBy: Math.max(seats.overbookedBy, excessSeats(after)) };
}

/**
 * Gives back seats. Overbooked seats end first: an unused permission to overbook would hide the next seat
 * that is sold twice.
 */
export function giveBackSeats(seats: SlotSeats, count: number): SlotSeats {
  const after = { ...seats, taken: seats.taken - count };
  return { ...after, overbookedBy: Math.min(seats.overbookedBy, excessSeats(after)) };
}
