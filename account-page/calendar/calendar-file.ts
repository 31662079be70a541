import { endsAt, localisedText, startsAt, type Booking } from "booking-service-client";
import { clockWords } from "../bookings/slot-words.ts";
import { titleOf } from "../views/booking-card.ts";
import type { Language, Words } from "../words/words.ts";
import { firstRevision, type Revision } from "./revision.ts";

export interface CalendarParts {
  readonly language: Language;
  readonly words: Words;
  /** The address of the customer's bookings on this page. */
  readonly home: string;
  /** A sentence about the whole file, for one that has not everything. */
  readonly note?: string | undefined;
  /** How often each event has changed, where the page remembers that; else `firstRevision`. */
  readonly revisionOf?: ((booking: Booking) => Revision) | undefined;
}

/**
 * The bookings as a file of iCalendar (RFC 5545). A slot without a set length is an event without an end. Times are
 * in UTC: a booking is an instant, a calendar shows it by its person's own clock, and no reader needs the rules of a
 * zone, which it would take from its own data whatever a VTIMEZONE says. The description has the clock at the place.
 */
export function calendarFile(
  bookings: readonly Booking[],
  { language, words, home, note, revisionOf = firstRevision }: CalendarParts,
): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//Maison Demo//Account page//${language.toUpperCase()}`,
    "CALSCALE:GREGORIAN",
    // Properties stand before the components (3.6).
    `NAME:${escaped(words.bookings)}`,
    `X-WR-CALNAME:${escaped(words.bookings)}`,
    ...(note === undefined ? [] : [`X-WR-CALDESC:${escaped(note)}`]),
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...(bookings.length === 0 ? emptyZone : []),
    ...bookings.flatMap((booking) => eventLines(booking, language, words, home, revisionOf)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** A calendar has one component at least (3.6); one without bookings has a zone that nothing refers to. */
const emptyZone = [
  "BEGIN:VTIMEZONE",
  "TZID:Etc/UTC",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0000",
  "TZOFFSETTO:+0000",
  "END:STANDARD",
  "END:VTIMEZONE",
];

const statuses = { CONFIRMED: "CONFIRMED", WAITLIST: "TENTATIVE", CANCELLED: "CANCELLED" } as const;

function eventLines(
  booking: Booking,
  language: Language,
  words: Words,
  home: string,
  revisionOf: (booking: Booking) => Revision,
): string[] {
  const { booking: id, booking_status: status, activity, host, ticket_type, group } = booking;
  const title = titleOf(booking, language);
  const facts = [
    ...(status === "WAITLIST" ? [words.waitlistNote] : []),
    clockWords(booking, words.locale),
    ...(host === undefined ? [] : [`${words.host} ${host.display_name}`]),
    ticket_type.display_name,
    group.display_name,
  ];
  const place = localisedText(activity.location_hint, language);
  const end = endsAt(booking);
  const { sequence, at } = revisionOf(booking);
  return [
    "BEGIN:VEVENT",
    `UID:${escaped(id)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(at)}`,
    `LAST-MODIFIED:${utc(at)}`,
    `DTSTART:${utc(startsAt(booking))}`,
    ...(end === undefined ? [] : [`DTEND:${utc(end)}`]),
    `SUMMARY:${escaped(status === "CONFIRMED" ? title : `${words.status[status]} · ${title}`)}`,
    ...(place === "" ? [] : [`LOCATION:${escaped(place)}`]),
    `DESCRIPTION:${escaped(facts.filter((fact) => fact !== "").join("\n"))}`,
    `URL:${home}`,
    `STATUS:${statuses[status]}`,
    "END:VEVENT",
  ];
}

/** `20300501T080000Z`. */
function utc(moment: Date): string {
  return moment.toISOString().replaceAll(/[-:]|\.\d+/g, "");
}

/** A text without the characters that iCalendar cannot have, and with its own signs escaped (3.3.11). */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n]/gu, " ")
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll("\n", String.raw`\n`);
}

/** The line in pieces of 75 bytes at most (3.1); no character is cut in two. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line;
  const pieces: string[] = [];
  let [piece, bytes] = ["", 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > 75) {
      pieces.push(piece);
      // The space that begins a further piece.
      [piece, bytes] = ["", 1];
    }
    piece += character;
    bytes += size;
  }
  return [...pieces, piece].join("\r\n ");
}
