import type { BookingStatus } from "../src/domain/booking.ts";
import { formatInstant } from "../src/domain/instant.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The people whose bookings show a feature; the demo and the sandbox share them. */
export const people = {
  regular: "Ada Marchand",
  arrived: "Nour Haddad",
  traveller: "Odile Varenne",
  walker: "Jonas Weil",
  family: ["Rose Lemoine", "Elias Lemoine", "Margot Lemoine", "Tom Lemoine"],
} as const;

/** Instants are milliseconds UTC. */
export interface FixtureSlot {
  readonly interaction: string;
  readonly activity: string;
  readonly host?: string;
  readonly startingAt: number;
}

/** A booking in a contact's fixture. */
export interface FixtureBooking extends FixtureSlot {
  /** CONFIRMED unless given. */
  readonly status?: BookingStatus;
  readonly bookedAt: number;
  /** `standard`, which is limited, unless given. */
  readonly ticketType?: string;
  /** One live ticket unless given. The tickets of a CANCELLED booking were cancelled with it. */
  readonly tickets?: readonly FixtureTicket[];
}

export interface FixtureTicket {
  readonly name: string;
  readonly cancelledAt?: number;
  readonly checkedInAt?: number;
}

export function slotLine({ startingAt, ...place }: FixtureSlot, capacity: number): object {
  return {
    kind: "slot",
    ...placeFields(place),
    starting_at: formatInstant(startingAt),
    capacity,
  };
}

export function bookingLine(id: string, externalId: string, booking: FixtureBooking): object {
  const { startingAt, bookedAt, status = "CONFIRMED", ticketType = "standard" } = booking;
  const { tickets = [{ name: people.regular }] } = booking;
  const endedAt = status === "CANCELLED" ? bookedAt : undefined;
  return {
    kind: "booking",
    booking: id,
    external_id: externalId,
    ...placeFields(booking),
    slot_starting_at: formatInstant(startingAt),
    ticket_type: ticketType,
    booking_status: status,
    booked_at: formatInstant(bookedAt),
    tickets: tickets.map(({ name, cancelledAt = endedAt, checkedInAt }: FixtureTicket) => ({
      cancelled_at: cancelledAt === undefined ? null : formatInstant(cancelledAt),
      attendee: {
        display_name: name,
        checked_in_at: checkedInAt === undefined ? null : formatInstant(checkedInAt),
      },
    })),
  };
}

function placeFields({ interaction, activity, host }: Omit<FixtureSlot, "startingAt">): object {
  return { interaction, activity, ...(host !== undefined && { host }) };
}
