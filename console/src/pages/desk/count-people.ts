import type { Booking } from "../../api/operations.ts";
import { arrivalOf, liveTickets } from "./decide-entry.ts";

export interface HeadCount {
  /** The live tickets of confirmed bookings; `here` counts those whose attendees are checked in. */
  readonly expected: number;
  readonly here: number;
  readonly waiting: number;
}

/** Counts people, not bookings: each live ticket is one. */
export function countPeople(bookings: readonly Booking[]): HeadCount {
  let [expected, here, waiting] = [0, 0, 0];
  for (const booking of bookings) {
    const live = liveTickets(booking);
    if (booking.booking_status === "WAITLIST") waiting += live.length;
    if (booking.booking_status !== "CONFIRMED") continue;
    expected += live.length;
    here += live.filter(({ attendee }) => attendee.checked_in_at !== null).length;
  }
  return { expected, here, waiting };
}

/** Expected bookings come first, by slot and name; then those checked in, latest first; then the waitlist. */
export function sortForDesk(bookings: readonly Booking[]): readonly Booking[] {
  const keyed = bookings.map((booking) => ({
    booking,
    rank: rankOf(booking),
    at: arrivalOf(booking),
  }));
  return keyed
    .toSorted((one, other) => {
      if (one.rank !== other.rank) return one.rank - other.rank;
      if (one.rank === 1) return (other.at ?? "").localeCompare(one.at ?? "");
      const [first, second] = [one.booking, other.booking];
      return (
        first.slot_starting_at.localeCompare(second.slot_starting_at) ||
        sortName(first).localeCompare(sortName(second), "en")
      );
    })
    .map(({ booking }) => booking);
}

function rankOf(booking: Booking): 0 | 1 | 2 {
  if (booking.booking_status === "WAITLIST") return 2;
  const live = liveTickets(booking);
  return live.every(({ attendee }) => attendee.checked_in_at !== null) ? 1 : 0;
}

function sortName(booking: Booking): string {
  return liveTickets(booking)[0]?.attendee.display_name ?? booking.external_id;
}
