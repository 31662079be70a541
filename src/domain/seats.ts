/*
 * The seats of a slot. An operator or a file gives a slot its capacity. Bookings, promotions, holds, offers and moves take
 * seats; a cancel, a move, and the end of a hold or offer free them; an import does both. All of it is under the slot's
 * lock. Only tickets of limited types take seats. An operator may pass over the capacity, which is counted as overbooked
 * until as many seats are free again. A slot that was closed is so until it has seats again.
 */

import type { Refused, SeatRefusal } from "./refusal.ts";

/** The counted seats of a slot, or of one ticket type inside it where the type has a limit there. */
export interface SlotSeats {
  readonly capacity: number;
  /** Live tickets of CONFIRMED bookings, and tickets of live holds and offers, of limited ticket types or of the one type. */
  readonly taken: number;
  /** The seats above the capacity that were sold on purpose. */
  readonly overbookedBy: number;
}

/** A slot's seats, and when it was closed; null while it is open. */
export interface SlotState extends SlotSeats {
  readonly closedAt: number | null;
}

/** The seats that can be given without overbooking. */
export function freeSeats({ capacity, taken }: SlotSeats): number {
  return Math.max(0, capacity - taken);
}

/** The seats that are sold above the capacity. */
export function excessSeats({ capacity, taken }: SlotSeats): number {
  return Math.max(0, taken - capacity);
}

/** Takes seats. Those beyond the capacity count as overbooked: whoever calls has asked whether the order allows it. */
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

/** When a slot with this capacity was closed; null where it is open. A slot with seats is open. */
export function closedWith(capacity: number, closedAt: number | null): number | null {
  return capacity > 0 ? null : closedAt;
}

/** A booking that asks for seats. */
export interface BookingRequest {
  readonly tickets: number;
  readonly hasLimitedCapacity: boolean;
  /** Whether the operator books beyond the free seats and past everybody who waits. */
  readonly overbook: boolean;
}

/** The decision on a new booking: a seat for each ticket, or the waitlist with all of them. */
export interface Admission {
  readonly status: "CONFIRMED" | "WAITLIST";
  readonly seatsTaken: number;
  /** The seats that this booking takes above the capacity, or above its ticket type's limit. */
  readonly seatsOverbooked: number;
  /** Whether somebody ahead held it back. */
  readonly overtaking: boolean;
}

/** The seats that an admission or a promotion needs, and whether somebody ahead holds it back (`holdsBack`). */
export interface Room {
  readonly slot: SlotSeats;
  /** The seats of its ticket type in the slot; null where nothing limits the type. */
  readonly type: SlotSeats | null;
  readonly isHeldBack: boolean;
}

/**
 * Decides whether a new booking is CONFIRMED or joins the waitlist. All tickets get a seat or none does, in the slot
 * and within the ticket type's limit. A booking that somebody ahead holds back joins the waitlist even if seats are
 * free (A40, A87). Unlimited types never wait, take no seat and overtake nobody.
 */
export function admit({ slot, type, isHeldBack }: Room, request: BookingRequest): Admission {
  const { tickets, hasLimitedCapacity, overbook } = request;
  if (!hasLimitedCapacity) return confirmed(0, 0, false);
  const ofType = type === null ? tickets : freeSeats(type);
  const missing = Math.max(0, tickets - Math.min(freeSeats(slot), ofType));
  if (overbook) return confirmed(tickets, missing, isHeldBack);
  return isHeldBack || missing > 0 ? waitlisted : confirmed(tickets, 0, false);
}

/** Why an admission gets no seat now: too few are free, or somebody ahead is the next to get them. */
export function seatsMissing(
  { slot, type }: Pick<Room, "slot" | "type">,
  needs: number,
  ticketType: string,
): Refused<SeatRefusal> {
  const ofType = type === null ? null : freeSeats(type);
  if (ofType !== null && needs > ofType) {
    return { refused: { why: "seats-missing", needs, free: ofType, ticketType } };
  }
  const free = freeSeats(slot);
  if (needs > free) return { refused: { why: "seats-missing", needs, free } };
  return { refused: { why: "seats-missing", needs, free, isHeldBack: true } };
}

function confirmed(seatsTaken: number, seatsOverbooked: number, overtaking: boolean): Admission {
  return { status: "CONFIRMED", seatsTaken, seatsOverbooked, overtaking };
}

const waitlisted: Admission = {
  status: "WAITLIST",
  seatsTaken: 0,
  seatsOverbooked: 0,
  overtaking: false,
};
