import { endsAt, startsAt, type Booking } from "booking-service-client";

/** A slot's times in the campaign's zone. */
export interface SlotWords {
  /** Such as `Wednesday 1 May 2030`. */
  readonly date: string;
  /** `10:00`, or `10:00 – 10:45` where the slot has a duration. */
  readonly time: string;
  /** The zone's name in words and its identifier: `Central European Summer Time, Europe/Paris`. */
  readonly zone: string;
  /** Null where the slot has no set duration; there is no default. */
  readonly duration: string | null;
  /** For the calendar sheet: `Wed`, `1`, `May`. */
  readonly weekday: string;
  readonly day: string;
  readonly month: string;
  /** `May 2030`; lists are grouped by it. */
  readonly monthAndYear: string;
}

/** A slot whose times are shown: a booking's, or one that can be booked. */
export type TimedSlot = Pick<Booking, "slot_starting_at" | "slot_duration_in_minutes"> & {
  readonly interaction: Pick<Booking["interaction"], "timezone">;
};

export function slotWords(booking: TimedSlot, locale: string): SlotWords {
  const start = startsAt(booking);
  const end = endsAt(booking);
  const timeZone = knownZone(booking.interaction.timezone);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone });
  const clock = format({ hour: "2-digit", minute: "2-digit" });
  const zoneName = format({ timeZoneName: "long" })
    .formatToParts(start)
    .find(({ type }) => type === "timeZoneName")?.value;
  return {
    date: format({ dateStyle: "full" }).format(start),
    time: end === undefined ? clock.format(start) : clock.formatRange(start, end),
    zone: zoneName === undefined ? timeZone : `${zoneName}, ${timeZone}`,
    duration: durationWords(booking.slot_duration_in_minutes, locale),
    weekday: format({ weekday: "short" }).format(start),
    day: format({ day: "numeric" }).format(start),
    month: format({ month: "short" }).format(start),
    monthAndYear: format({ month: "long", year: "numeric" }).format(start),
  };
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * The clock at the place, such as `10:00 – 10:45 (Europe/Paris)`; a calendar asks for thousands. Some calendars' readers show
 * the backslash that stands before each comma there (`findings/calendar-readers-backslashes.sh`).
 */
export function clockWords(booking: Booking, locale: string): string {
  const timeZone = knownZone(booking.interaction.timezone);
  const key = `${locale} ${timeZone}`;
  const clock =
    clocks.get(key) ??
    new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", timeZone });
  clocks.set(key, clock);
  const [start, end] = [startsAt(booking), endsAt(booking)];
  return `${end === undefined ? clock.format(start) : clock.formatRange(start, end)} (${timeZone})`;
}

/** When the booking's status began. */
export function statusSince(booking: Booking, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: "long",
    timeZone: knownZone(booking.interaction.timezone),
  }).format(new Date(booking.booked_at));
}

/** A moment in the campaign's zone: `Wednesday 1 May 2030 at 10:00`. */
export function momentWords(moment: Date, timeZone: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: "full",
    timeStyle: "short",
    timeZone: knownZone(timeZone),
  }).format(moment);
}

function durationWords(minutes: number | undefined, locale: string): string | null {
  if (minutes === undefined) return null;
  const unit = (amount: number, name: "hour" | "minute") =>
    new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "long" }).format(
      amount,
    );
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && unit(hours, "hour"), (rest > 0 || hours === 0) && unit(rest, "minute")]
    .filter((part) => part !== false)
    .join(" ");
}

/** This runtime's zone data may be older than the zone. Times are then in UTC, and marked so. */
export function knownZone(timeZone: string): string {
  if (known.has(timeZone)) return timeZone;
  try {
    new Intl.DateTimeFormat("en", { timeZone }).format();
    known.add(timeZone);
    return timeZone;
  } catch {
    return "UTC";
  }
}

const known = new Set<string>();
