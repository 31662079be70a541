import { formatInstant } from "../../domain/instant.ts";
import type { BookingsPage, ListedBooking } from "../../usecases/list-bookings.ts";

/** Where in the list a page lies, as the answer tells it. */
export interface PagePlace {
  readonly pageNumber: number;
  readonly pageSize: number;
}

/**
 * A page as JSON, as the contract's schema would have it written (a test compares the two). Nothing
 * found: neither `bookings` nor `total_count`. Past the last page: no `bookings`.
 *
 * It is put together from texts, since most of a record is the same in thousands of others: what is
 * remembered of the catalogue is written out once for each of its objects, which never change.
 */
export function bookingsPageJson(page: BookingsPage, { pageNumber, pageSize }: PagePlace): string {
  let text = `{"page_number":${pageNumber},"page_size":${pageSize}`;
  let before = ',"bookings":[';
  for (const booking of page.bookings) {
    text += before + recordJson(booking);
    before = ",";
  }
  if (page.bookings.length > 0) text += "]";
  return page.totalCount > 0 ? `${text},"total_count":${page.totalCount}}` : `${text}}`;
}

// The id and the status are texts of ours, which need no escaping.
function recordJson(booking: ListedBooking): string {
  const { slotDurationInMinutes: minutes, host } = booking;
  return (
    activityJson(booking.activity) +
    `,"slot_starting_at":"${formatInstant(booking.slotStartingAt)}","booking_status":"${booking.status}","booked_at":"${formatInstant(booking.bookedAt)}"` +
    ticketTypeJson(booking.ticketType) +
    `,"booking":"${booking.id}"` +
    (minutes === null ? "" : `,"slot_duration_in_minutes":${minutes}`) +
    (host === null ? "}" : hostJson(host))
  );
}

// In one piece: a text put together from many is looked up in as many places each time.
const activityJson = writtenOnce<ListedBooking["activity"]>(
  ({ id, title, locationHint, interaction: { publicKey, timezone, group } }) =>
    JSON.stringify({
      activity: { id, title, location_hint: locationHint },
      interaction: { public_key: publicKey, timezone },
      group: { unique_key: group.uniqueKey, display_name: group.displayName },
    }).slice(0, -1),
);

const ticketTypeJson = writtenOnce<ListedBooking["ticketType"]>(
  ({ displayName, hasLimitedCapacity }) =>
    `,"ticket_type":${JSON.stringify({ display_name: displayName, has_limited_capacity: hasLimitedCapacity })}`,
);

const hostJson = writtenOnce<NonNullable<ListedBooking["host"]>>(
  ({ displayName }) => `,"host":${JSON.stringify({ display_name: displayName })}}`,
);

/** Remembers each text as long as the object that it is made of. */
function writtenOnce<T extends object>(write: (value: T) => string): (value: T) => string {
  const texts = new WeakMap<T, string>();
  return (value) => {
    let text = texts.get(value);
    if (text === undefined) {
      text = write(value);
      texts.set(value, text);
    }
    return text;
  };
}
