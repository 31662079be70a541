import type { Booking } from "booking-service-client";

/** The state of an event. A calendar that has the event already takes the file with the higher SEQUENCE. */
export interface Revision {
  readonly sequence: number;
  readonly at: Date;
}

/** The largest integer of iCalendar (RFC 5545, 3.3.8). */
const maxSequence = 2_147_483_647;

/**
 * The revision of an event of which only the booking is known: the second since which it has its status. It grows
 * where a booking is confirmed, moved or cancelled, and stays from one reading to the next.
 */
export function firstRevision({ booked_at }: Booking): Revision {
  const at = new Date(booked_at);
  return { sequence: Math.min(Math.floor(at.getTime() / 1_000), maxSequence), at };
}

/** The revision after another one. */
export function nextRevision(before: number, booking: Booking, now: Date): Revision {
  const { sequence } = firstRevision(booking);
  return { sequence: Math.min(Math.max(before + 1, sequence), maxSequence), at: now };
}
