import { freeSeats, type SlotSeats } from "./seats.ts";

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
  /** The seats that this booking takes above the capacity. */
  readonly seatsOverbooked: number;
  /** Whether others waited before it. */
  readonly overtaking: boolean;
}

/**
 * Decides whether a new booking is CONFIRMED or joins the waitlist. All tickets get a seat or none does.
 * While a limited slot has a waitlist, a new booking of a limited type joins it even if seats are free.
 * Unlimited types never wait, take no seat and overtake nobody (decision A40).
 */
export function admit(slot: SlotSeats, hasWaitlist: boolean, request: BookingRequest): Admission {
  const { tickets, hasLimitedCapacity, overbook } = request;
  if (!hasLimitedCapacity) return confirmed(0, 0, false);
  const missing = Math.max(0, tickets - freeSeats(slot));
  if (overbook) return confirmed(tickets, missing, hasWaitlist);
  return hasWaitlist || missing > 0 ? waitlisted : confirmed(tickets, 0, false);
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
