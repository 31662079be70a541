import { formatInstant } from "../../domain/instant.ts";
import type { BookingsPage, ListedActivity, ListedBooking } from "../../usecases/list-bookings.ts";

/** The place of a page in the list, as the answer states it. */
export interface PagePlace {
  readonly pageNumber: number;
  readonly pageSize: number;
}

/**
 * A page as JSON. `contract/booking-record.ts` defines the same fields; `bookings-page-json.test.ts` compares
 * this text with what that schema serializes. Nothing found: neither `bookings` nor `total_count`. Past the
 * last page: no `bookings`.
 *
 * The JSON is concatenated from texts, because most of a record is the same in thousands of others:
 * each part of the remembered catalogue is serialized once and kept with the part (`Memoized`).
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

// The id and the status contain no character that JSON escapes.
function recordJson(booking: ListedBooking): string {
  const { slotDurationInMinutes: minutes, host } = booking;
  return (
    booking.activity.derive("json", activityJson) +
    `,"slot_starting_at":"${formatInstant(booking.slotStartingAt)}","booking_status":"${booking.status}","booked_at":"${formatInstant(booking.bookedAt)}"` +
    booking.ticketType.derive("json", ticketTypeJson) +
    `,"booking":"${booking.id}"` +
    (minutes === null ? "" : `,"slot_duration_in_minutes":${minutes}`) +
    (host === null ? "}" : host.derive("json", hostJson))
  );
}

// One string instead of a concatenation, because V8 flattens a concatenated one again each time.
function activityJson({ id, title, locationHint, interaction }: ListedActivity): string {
  const { publicKey, timezone, group } = interaction;
  return JSON.stringify({
    activity: { id, title, location_hint: locationHint },
    interaction: { public_key: publicKey, timezone },
    group: { unique_key: group.uniqueKey, display_name: group.displayName },
  }).slice(0, -1);
}

function ticketTypeJson({ displayName, hasLimitedCapacity }: Part<"ticketType">): string {
  return `,"ticket_type":${JSON.stringify({ display_name: displayName, has_limited_capacity: hasLimitedCapacity })}`;
}

function hostJson({ displayName }: Part<"host">): string {
  return `,"host":${JSON.stringify({ display_name: displayName })}}`;
}

type Part<Name extends "ticketType" | "host"> = NonNullable<ListedBooking[Name]>["value"];
