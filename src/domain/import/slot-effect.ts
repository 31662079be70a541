import type { SlotPlace } from "../catalogue/catalogue-state.ts";

/** What lines do to one slot. */
export interface SlotEffect {
  readonly place: SlotPlace;
  /** How many seats more are taken. */
  seats: number;
  /** The capacity that a line of the slot says; null where none does. */
  capacity: number | null;
  /** The slot's own line. */
  line: number | null;
  /** The line of a ticket type whose limit is switched. */
  typeLine: number | null;
  /** The first line of a booking that takes seats of it. */
  firstBooking: number | null;
  /** Whether a known booking in it changes. */
  changesBooking: boolean;
  /** How many new bookings of types without a limit wait for its seats. */
  waiting: number;
  /** What they do to its ticket types, by id. */
  readonly types: Record<string, TypeEffect>;
}

/** What the account has of a ticket type in a slot. */
export interface TypeHere {
  /** The limit that the slot says; null where it says none. */
  readonly own: number | null;
  /** The recorded tickets above the limit that were sold on purpose. */
  readonly overbooked: number;
  /** Live tickets of CONFIRMED bookings. */
  readonly live: number;
}

/** What lines do to a ticket type in a slot; only types with a limit there, before or after the lines, have one. */
export interface TypeEffect {
  readonly here: TypeHere;
  readonly ownAfter: number | null;
  readonly limitBefore: number | null;
  readonly limitAfter: number | null;
  /** How many seats of it more are taken. */
  seats: number;
  /** How many new bookings wait for it. */
  waiting: number;
}
