import { freeSeats, type SlotSeats } from "./seats.ts";

/** Somebody who wants to book. */
export interface Comer {
  readonly tickets: number;
  readonly hasLimitedCapacity: boolean;
  /** Whether the operator sells seats that are not there, past everybody who waits. */
  readonly overbook: boolean;
}

/** How somebody comes in: with a seat for each ticket, or onto the waitlist with all of them. */
export interface Admission {
  readonly status: "CONFIRMED" | "WAITLIST";
  readonly seatsTaken: number;
  /** Seats sold above the capacity by this. */
  readonly seatsOverbooked: number;
  /** Whether others waited already. */
  readonly overtaking: boolean;
}

/**
 * Decides how somebody comes in. All tickets get a seat or none does. While a limited slot has a
 * waitlist, a new booking of a limited type joins it even if seats are free; unlimited types never
 * wait, take no seat and overtake nobody (decision A40).
 */
export function admit(slot: SlotSeats, hasWaitlist: boolean, comer: Comer): Admission {
  const { tickets, hasLimitedCapacity, overbook } = comer;
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
