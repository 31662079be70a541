import { formatInstant, formatInstantOrNull } from "../instant.ts";
import type { BookingLine } from "./booking-line.ts";
import type { DataLine } from "./data-line.ts";
import type { InteractionLine } from "./interaction-line.ts";

/**
 * A line as a data file writes it, in the order of the format's description. What reads the same
 * when it is absent is left out, except from tickets, which are told in full.
 */
export function formatDataLine(line: DataLine): object {
  switch (line.kind) {
    case "group":
      return { kind: line.kind, unique_key: line.unique_key, display_name: line.display_name };
    case "interaction":
      return formatInteraction(line);
    case "activity":
      return {
        kind: line.kind,
        interaction: line.interaction,
        id: line.id,
        title: line.title,
        ...(Object.keys(line.location_hint).length > 0 && { location_hint: line.location_hint }),
        ...durationOf(line),
      };
    case "host":
      return {
        kind: line.kind,
        interaction: line.interaction,
        activity: line.activity,
        id: line.id,
        display_name: line.display_name,
        ...durationOf(line),
      };
    case "ticket_type":
      return {
        kind: line.kind,
        interaction: line.interaction,
        activity: line.activity,
        id: line.id,
        display_name: line.display_name,
        has_limited_capacity: line.has_limited_capacity,
      };
    case "slot":
      return {
        kind: line.kind,
        interaction: line.interaction,
        activity: line.activity,
        ...hostOf(line),
        starting_at: formatInstant(line.starting_at),
        capacity: line.capacity,
      };
    case "booking":
      return formatBooking(line);
  }
}

function formatInteraction(line: InteractionLine): object {
  const cutoff = line.cancellation_cutoff_minutes;
  return {
    kind: line.kind,
    id: line.id,
    public_key: line.public_key,
    group: line.group,
    timezone: line.timezone,
    default_language: line.default_language,
    languages: line.languages,
    ...(cutoff !== null && { cancellation_cutoff_minutes: cutoff }),
    ...(line.waitlist_promotion !== "manual" && { waitlist_promotion: line.waitlist_promotion }),
  };
}

function formatBooking(line: BookingLine): object {
  return {
    kind: line.kind,
    booking: line.booking,
    external_id: line.external_id,
    interaction: line.interaction,
    activity: line.activity,
    ...hostOf(line),
    slot_starting_at: formatInstant(line.slot_starting_at),
    ticket_type: line.ticket_type,
    booking_status: line.booking_status,
    booked_at: formatInstant(line.booked_at),
    tickets: line.tickets.map(({ cancelled_at, attendee }) => ({
      cancelled_at: formatInstantOrNull(cancelled_at),
      attendee: {
        display_name: attendee.display_name,
        checked_in_at: formatInstantOrNull(attendee.checked_in_at),
      },
    })),
  };
}

function hostOf({ host }: { readonly host: string | null }): object {
  return host === null ? {} : { host };
}

function durationOf(line: { readonly slot_duration_in_minutes: number | null }): object {
  const { slot_duration_in_minutes } = line;
  return slot_duration_in_minutes === null ? {} : { slot_duration_in_minutes };
}
