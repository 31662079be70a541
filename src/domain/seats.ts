/** The seats of a slot, as they are counted. */
export interface SlotSeats {
  readonly capacity: number;
  /** Live tickets of CONFIRMED bookings with limited ticket types. */
  readonly taken: number;
  /** How many seats above the capacity were sold on purpose. */
  readonly overbookedBy: number;
}

/** Seats that can be given without overbooking. */
export function freeSeats({ capacity, taken }: SlotSeats): number {
  return Math.max(0, capacity - taken);
}

/** How many seats are sold above the capacity. */
export function excessSeats({ capacity, taken }: SlotSeats): number {
  return Math.max(0, taken - capacity);
}

/** The seats after some were taken; what does not fit was meant, and is counted as overbooked. */
export function takeSeats(seats: SlotSeats, count: number): SlotSeats {
  const after = { ...seats, taken: seats.taken + count };
  return { ...after, overbookedBy: Math.max(seats.overbookedBy, excessSeats(after)) };
}

/**
 * The seats after some were given back. Leave to overbook ends with the seats that used it: it would
 * hide the next seat that is sold twice.
 */
export function giveBackSeats(seats: SlotSeats, count: number): SlotSeats {
  const after = { ...seats, taken: seats.taken - count };
  return { ...after, overbookedBy: Math.min(seats.overbookedBy, excessSeats(after)) };
}
