import { t } from "../../language/t.ts";
import type { Booking } from "../../api/operations.ts";
import { liveTickets } from "./decide-entry.ts";

/** The attendees' names of a booking, or of some of its tickets; the external id where there are none. */
export function whoOf(booking: Booking, numbers: readonly number[] = []): string {
  const live = liveTickets(booking);
  const all = live.length > 0 ? live : booking.tickets;
  const meant = numbers.length === 0 ? all : all.filter(({ number }) => numbers.includes(number));
  const names = meant.flatMap(({ attendee }) => attendee.display_name ?? []);
  const [first, second] = names;
  if (first === undefined) return booking.external_id;
  if (meant.length === 1) return first;
  return meant.length === 2 && second !== undefined
    ? t("{first} and {second}", { first, second })
    : t("{first} and {more} more", { first, more: meant.length - 1 });
}

/** The external id where the names do not say it already. */
export function contactBeside(booking: Booking): string | null {
  return whoOf(booking) === booking.external_id ? null : booking.external_id;
}

/** The texts by which the list finds a booking. */
export function namesOf({ tickets, external_id, reference }: Booking): readonly (string | null)[] {
  return [
    external_id,
    ...(reference === undefined ? [] : [reference]),
    ...tickets.map(({ attendee }) => attendee.display_name),
  ];
}
