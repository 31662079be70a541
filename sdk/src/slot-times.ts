import type { Booking } from "./booking.ts";

/** When the slot starts. */
export function startsAt(booking: Pick<Booking, "slot_starting_at">): Date {
  return new Date(booking.slot_starting_at);
}

/** When the slot ends; undefined where it has no set duration. */
export function endsAt(
  booking: Pick<Booking, "slot_starting_at" | "slot_duration_in_minutes">,
): Date | undefined {
  const minutes = booking.slot_duration_in_minutes;
  return minutes === undefined ? undefined : new Date(+startsAt(booking) + minutes * 60_000);
}

const fullDateAndTime: Intl.DateTimeFormatOptions = {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
};

/**
 * The slot's start in the campaign's zone, as the clocks there show it, whatever zone this program
 * runs in.
 *
 * @param locale such as `fr-FR`; default: the runtime's own
 * @param format the parts to show; default: weekday, date, time and the zone's short name
 */
export function formatStart(
  booking: Pick<Booking, "slot_starting_at" | "interaction">,
  locale?: string,
  format: Intl.DateTimeFormatOptions = fullDateAndTime,
): string {
  const { timezone } = booking.interaction;
  const [timeZone, shown] = isKnownZone(timezone) ? [timezone, format] : ["UTC", fullDateAndTime];
  return new Intl.DateTimeFormat(locale, { ...shown, timeZone }).format(startsAt(booking));
}

/** A runtime's zone data may be older than the zone. The time is then in UTC, and marked so. */
function isKnownZone(timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat("en", { timeZone }) !== undefined;
  } catch {
    return false;
  }
}
