import { TZDate } from "@date-fns/tz";
import ical, { ICalEventStatus } from "ical-generator";
import {
  tzlib_get_ical_block as zoneBlock,
  tzlib_get_offset as offsetOf,
  tzlib_get_timezones as zoneNames,
} from "timezones-ical-library";
import { endsAt, localisedText, startsAt, type Booking } from "booking-service-client";
import { knownZone } from "../bookings/slot-words.ts";
import { titleOf } from "../views/booking-card.ts";
import type { Language, Words } from "../words/words.ts";

export interface CalendarParts {
  readonly language: Language;
  readonly words: Words;
  /** The address of the customer's bookings on this page. */
  readonly home: string;
  /** A sentence about the whole file, for one that has not everything. */
  readonly note?: string | undefined;
}

const hourSeconds = 3_600;
/** The largest integer of iCalendar (RFC 5545, 3.3.8). */
const maxSequence = 2_147_483_647;

/**
 * The bookings as a file of iCalendar. A slot without a set length is an event without an end. A calendar that
 * has the event already takes the file with the higher SEQUENCE. The record has no counter of its changes, so
 * the second of the booking's status is the SEQUENCE: it grows where a booking is confirmed, moved or cancelled, and stays from
 * one reading to the next (RFC 5545, 3.8.7.4). The same bookings are the same bytes.
 */
export function calendarFile(
  bookings: readonly Booking[],
  { language, words, home, note }: CalendarParts,
): string {
  const calendar = ical({
    name: words.bookings,
    prodId: { company: "Maison Demo", product: "Account page", language: language.toUpperCase() },
    ttl: hourSeconds,
    ...(note !== undefined && { description: note }),
    timezone: { name: null, generator: (zone) => zoneBlock(zone)[0] ?? null },
  });
  for (const booking of bookings) {
    const { booking: id, booking_status: status, activity, host, ticket_type, group } = booking;
    const title = titleOf(booking, language);
    const facts = [
      ...(status === "WAITLIST" ? [words.waitlistNote] : []),
      ...(host === undefined ? [] : [`${words.host} ${host.display_name}`]),
      ticket_type.display_name,
      group.display_name,
    ];
    const since = new Date(booking.booked_at);
    calendar.createEvent({
      id,
      sequence: Math.min(Math.floor(since.getTime() / 1_000), maxSequence),
      stamp: since,
      ...timesOf(booking),
      summary: clean(status === "CONFIRMED" ? title : `${words.status[status]} · ${title}`),
      location: clean(localisedText(activity.location_hint, language)),
      description: clean(facts.filter((fact) => fact !== "").join("\n")),
      url: home,
      status: statuses[status],
    });
  }
  return `${calendar.toString()}\r\n`;
}

const statuses = {
  CONFIRMED: ICalEventStatus.CONFIRMED,
  WAITLIST: ICalEventStatus.TENTATIVE,
  CANCELLED: ICalEventStatus.CANCELLED,
} as const;

/** The event's start, and its end where the slot has one. */
function timesOf(booking: Booking) {
  const [start, end] = [startsAt(booking), endsAt(booking)];
  const timezone = zoneOf(booking.interaction.timezone, end === undefined ? [start] : [start, end]);
  const at = (moment: Date) => (timezone === null ? moment : new TZDate(moment, timezone));
  return { timezone, start: at(start), ...(end !== undefined && { end: at(end) }) };
}

/** No clock change is longer, so a local time comes twice only this near to one. */
const marginMs = 3 * hourSeconds * 1_000;
const weekMs = 7 * 24 * hourSeconds * 1_000;

/**
 * The name of the zone's VTIMEZONE; null where the times must be in UTC. Of a local time that comes twice in a
 * night, readers take different ones, although RFC 5545, 3.3.5 says the first. Near a change of the clocks the
 * times are therefore in UTC, and also where the VTIMEZONE, whose rules are simplified, has another offset than
 * this runtime.
 */
function zoneOf(timezone: string, moments: readonly Date[]): string | null {
  const zone = blockName(timezone);
  if (zone === null) return null;
  const isSteady = (moment: Date) => {
    const at = moment.getTime();
    return isSteadyWeek(zone, Math.floor(at / weekMs)) || isSteadyBetween(zone, at, at);
  };
  return moments.every(isSteady) ? zone : null;
}

const knownZones: ReadonlySet<string> = new Set(zoneNames(false));
const blockNames = new Map<string, string | null>();

/** The zone as its VTIMEZONE names it; null for one that there is not, and for UTC. */
function blockName(timezone: string): string | null {
  if (!knownZones.has(timezone)) return null;
  let name = blockNames.get(timezone);
  if (name === undefined) {
    const zone = zoneBlock(timezone)[1]?.slice("TZID=".length) ?? "";
    name = zone === "Etc/UTC" || knownZone(zone) !== zone ? null : zone;
    blockNames.set(timezone, name);
  }
  return name;
}

/** Looking up one offset takes as long as writing three events, so what is known of a week is remembered. */
const steadyWeeks = new Map<string, boolean>();
const steadyWeeksMax = 20_000;

function isSteadyWeek(zone: string, week: number): boolean {
  const key = `${zone} ${week}`;
  let isSteady = steadyWeeks.get(key);
  if (isSteady === undefined) {
    isSteady = isSteadyBetween(zone, week * weekMs, (week + 1) * weekMs);
    if (steadyWeeks.size >= steadyWeeksMax) steadyWeeks.clear();
    steadyWeeks.set(key, isSteady);
  }
  return isSteady;
}

/** Whether both sources have one offset before, between and after; no zone changes its clocks twice in a week. */
function isSteadyBetween(zone: string, from: number, to: number): boolean {
  const offsets = [from - marginMs, (from + to) / 2, to + marginMs].flatMap((at) => {
    const text = new TZDate(at, zone).toISOString();
    const offset = text.slice(-6).replace(":", "");
    return [offset, offsetOf(zone, text.slice(0, 10), text.slice(11, 16))];
  });
  return new Set(offsets).size === 1;
}

/** Without the characters that a text of iCalendar must not have (RFC 5545, 3.3.11). */
function clean(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\n]/gu, " ");
}
