import type { Booking } from "../../api/operations.ts";
import type { DeskScope } from "./decide-entry.ts";

/** Bookings for the desk's own tests; no part of the console imports it. */
export const noon = "2026-05-04T10:00:00Z";

export const scope: DeskScope = {
  interaction: "pk",
  from: Date.parse("2026-05-03T22:00:00Z"),
  to: Date.parse("2026-05-04T22:00:00Z") - 1,
  slot: null,
};

interface TicketNow {
  readonly cancelled?: string;
  readonly here?: string;
}

export function bookingOf(
  id: string,
  more: Partial<Booking> = {},
  tickets: readonly TicketNow[] = [{}],
): Booking {
  return {
    booking: id,
    account: "acme/production",
    external_id: `X-${id}`,
    interaction: "pk",
    activity: "tasting",
    slot_starting_at: noon,
    ticket_type: "standard",
    booking_status: "CONFIRMED",
    booked_at: "2026-04-01T00:00:00Z",
    tickets: tickets.map(({ cancelled, here }, index) => ({
      number: index + 1,
      cancelled_at: cancelled ?? null,
      attendee: { display_name: `${id} ${index + 1}`, checked_in_at: here ?? null },
    })),
    history: [],
    ...more,
  };
}
