import type { BookingStatus } from "../../domain/booking.ts";
import { formatInstant } from "../../domain/instant.ts";

export interface Place {
  readonly interaction: string;
  readonly activity: string;
  readonly host?: string;
}

/** A booking as a contact's scene tells it. Instants are milliseconds UTC. */
export interface BookingSketch extends Place {
  readonly startingAt: number;
  /** CONFIRMED unless told otherwise. */
  readonly status?: BookingStatus;
  readonly bookedAt: number;
  /** `standard`, which is limited, unless told otherwise. */
  readonly ticketType?: "standard" | "open";
  /** One live ticket unless told otherwise. */
  readonly tickets?: readonly TicketSketch[];
}

export interface TicketSketch {
  readonly name: string;
  readonly cancelledAt?: number;
  readonly checkedInAt?: number;
}

/**
 * The id of a contact's nth booking. It is the same in every sandbox, so that a test can hold it in
 * its code, and tells the contact to whoever reads it.
 */
export function bookingId(contact: number, nth: number): string {
  return `5a9db0c5-${String(contact).padStart(4, "0")}-4000-8000-${String(nth).padStart(12, "0")}`;
}

export function bookingLine(id: string, externalId: string, sketch: BookingSketch): object {
  const { interaction, activity, host, startingAt, bookedAt, status = "CONFIRMED" } = sketch;
  const { ticketType = "standard", tickets = [{ name: "Ada Marchand" }] } = sketch;
  const endedAt = status === "CANCELLED" ? bookedAt : undefined;
  return {
    kind: "booking",
    booking: id,
    external_id: externalId,
    interaction,
    activity,
    ...(host !== undefined && { host }),
    slot_starting_at: formatInstant(startingAt),
    ticket_type: ticketType,
    booking_status: status,
    booked_at: formatInstant(bookedAt),
    tickets: tickets.map(({ name, cancelledAt = endedAt, checkedInAt }) => ({
      cancelled_at: cancelledAt === undefined ? null : formatInstant(cancelledAt),
      attendee: {
        display_name: name,
        checked_in_at: checkedInAt === undefined ? null : formatInstant(checkedInAt),
      },
    })),
  };
}
