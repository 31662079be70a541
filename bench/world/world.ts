import { mix } from "./mix.ts";
import { mixedUuid } from "./mixed-uuid.ts";

/**
 * The measured data. Every value is a function of its number, so the writer of the rows and the caller need
 * no exchange.
 *
 * Each contact has as many bookings, on slots all over the calendar. Rows are in the order of booking, so one
 * contact's bookings are far apart where an engine keeps that order, as in a real table.
 */
export interface World {
  readonly bookings: number;
  /** Bookings of one additional contact who has many; 0 for none. */
  readonly heavy: number;
  /** Bookings of each other contact; ten where it is absent. */
  readonly perContact?: number;
}

export const heavyExternalId = "C-HEAVYCONTACT";
const bookingsPerSlot = 20;
const kinds = { booking: 1, contact: 2, interaction: 3 } as const;

/** A stride that visits every contact before it visits one again. */
const stride = 7_368_787;
const hourMs = 3_600_000;
const firstSlotAt = Date.UTC(2030, 0, 1, 8);
const firstBookedAt = Date.UTC(2025, 0, 1);

export const interactionCount = 20;

/** A place of slots: an activity, or one of its hosts. */
export interface Place {
  readonly interaction: number;
  readonly activityId: string;
  /** `""` without a choice of hosts. */
  readonly hostId: string;
}

export const places: readonly Place[] = Array.from({ length: interactionCount }, (_, interaction) =>
  [
    ["tasting", "station-1"],
    ["tasting", "station-2"],
    ["workshop", ""],
    ["tour", ""],
  ].map(([activityId = "", hostId = ""]) => ({ interaction, activityId, hostId })),
).flat();

export function contactsOf({ bookings, perContact = 10 }: World): number {
  return Math.max(1, Math.ceil(bookings / perContact));
}

/** The number of slots of each place. */
export function timesOf({ bookings, heavy }: World): number {
  return Math.max(1, Math.ceil((bookings + heavy) / bookingsPerSlot / places.length));
}

/** All external ids have the same length, so that requests have one size. */
export function externalIdOf(contact: number): string {
  return `C-${String(contact).padStart(12, "0")}`;
}

/** The numbers of rows: each kind has a range of its own inside the account. */
export const numberOf = {
  interaction: (number: number) => number + 1,
  host: (interaction: number, host: number) => 1_000 + interaction * 2 + host,
  ticketType: (interaction: number, activityId: string, isLimited: boolean) =>
    10_000 +
    (interaction * 3 + ["tasting", "workshop", "tour"].indexOf(activityId)) * 2 +
    (isLimited ? 0 : 1),
  slot: (world: World, place: number, time: number) => 100_000 + place * timesOf(world) + time,
  contact: (contact: number) => 500_000_000 + contact,
} as const;

/** The first number that the world does not give. */
export const nextNumber = 1_500_000_000;

export const interactionIdOf = (number: number) => mixedUuid(kinds.interaction, number);
export const contactIdOf = (number: number) => mixedUuid(kinds.contact, number);
export const bookingIdOf = (number: number) => mixedUuid(kinds.booking, number);
export const slotStartOf = (time: number) => firstSlotAt + time * 3 * hourMs;

export interface WorldBooking {
  readonly number: number;
  /** The contact with many bookings has the number after the last. */
  readonly contact: number;
  readonly place: number;
  readonly time: number;
  readonly isCancelled: boolean;
  readonly isLimited: boolean;
  readonly bookedAt: number;
}

/** The nth booking in the order of booking. */
export function bookingOf(world: World, number: number): WorldBooking {
  const contacts = contactsOf(world);
  const bits = mix(number, 0x51ed270b);
  const more = mix(number, 0x2545f491);
  return {
    number,
    contact: number < world.bookings ? (number * stride) % contacts : contacts,
    place: bits % places.length,
    time: more % timesOf(world),
    isCancelled: bits % 100 >= 85,
    isLimited: (more >>> 8) % 4 !== 0,
    bookedAt: firstBookedAt + number * 1000,
  };
}

/** The numbers of the first bookings that can be cancelled, at most `count`. */
export function cancellable(world: World, count: number): number[] {
  const numbers: number[] = [];
  for (let number = 0; number < world.bookings && numbers.length < count; number += 1) {
    if (!bookingOf(world, number).isCancelled) numbers.push(number);
  }
  return numbers;
}
