import { parseInstant } from "./instant.ts";
import { wallTimeOf, type Days } from "./local-time.ts";

/** The days that are asked for, and the zone in which they are days; both ends are included. */
export interface AskedDays extends Days {
  readonly timezone: string;
}

/** A line that cannot be read: it has no date, or it repeats in another way than each year. */
export interface UnreadLine {
  readonly badLine: number;
  readonly why: "no-day" | "repeats";
}

const dayMs = 86_400_000;

/**
 * Reads the days of a calendar's events (RFC 5545), as schools, states and packages publish holidays. An event has its
 * days as dates, whose end is the day after (3.6.1), as local times, or as instants, which are days in the asked zone; its
 * length may be a DURATION. What repeats does so each year; other rules are refused, since a holiday would be lost.
 */
export function daysOfCalendar(
  text: string,
  asked: AskedDays,
): { readonly days: readonly Days[] } | UnreadLine {
  const days: Days[] = [];
  let event: Event | null = null;
  let inner: string | null = null;
  for (const { content, line } of unfolded(text)) {
    const [, name = "", value = ""] =
      /^([A-Z-]+)(?:;(?:"[^"]*"|[^":])*)?:(.*)$/i.exec(content) ?? [];
    const [key, word] = [name.toUpperCase(), value.toUpperCase()];
    // An alarm inside an event has a DURATION of its own.
    if (inner !== null) {
      if (key === "END" && word === inner) inner = null;
    } else if (event === null) {
      if (key === "BEGIN" && word === "VEVENT") event = new Map();
    } else if (key === "BEGIN") {
      inner = word;
    } else if (key === "END") {
      const read: readonly Days[] | UnreadLine = daysOfEvent(event, line, asked);
      if ("badLine" in read) return read;
      days.push(...read);
      event = null;
    } else {
      event.set(key, { value: word, line });
    }
  }
  return { days };
}

type Event = Map<string, { readonly value: string; readonly line: number }>;

/** The lines by their numbers; a long line goes on in the next one, behind a space. */
function* unfolded(text: string): Generator<{ readonly content: string; readonly line: number }> {
  let [content, line] = ["", 1];
  for (const [index, next] of text.split(/\r\n|\n|\r/).entries()) {
    if (/^[ \t]/.test(next)) {
      content += next.slice(1);
    } else {
      yield { content, line };
      [content, line] = [next, index + 1];
    }
  }
  yield { content, line };
}

function daysOfEvent(
  event: Event,
  endLine: number,
  asked: AskedDays,
): readonly Days[] | UnreadLine {
  if (event.get("STATUS")?.value === "CANCELLED") return [];
  const start = readTime(event.get("DTSTART")?.value, asked.timezone);
  if (start === null) return { badLine: event.get("DTSTART")?.line ?? endLine, why: "no-day" };
  const length = lengthOf(event, start, asked.timezone);
  if (length === null) {
    const line = (event.get("DTEND") ?? event.get("DURATION"))?.line ?? endLine;
    return { badLine: line, why: "no-day" };
  }
  for (const name of ["RDATE", "EXDATE", "RECURRENCE-ID"]) {
    const line = event.get(name)?.line;
    if (line !== undefined) return { badLine: line, why: "repeats" };
  }
  const rule = event.get("RRULE");
  const starts = rule === undefined ? [start.at] : startsEachYear(start.at, rule.value, asked);
  if (starts === null) return { badLine: rule?.line ?? endLine, why: "repeats" };
  // The end is outside, and an event without a length still is on its day.
  return starts.map((at) => ({ from: dayOf(at), to: dayOf(Math.max(at, at + length - 1)) }));
}

const dayOf = (at: number) => Math.floor(at / dayMs) * dayMs;

interface EventTime {
  /** Milliseconds as if they were UTC. */
  readonly at: number;
  /** Whether it is a date without a time. */
  readonly isDay: boolean;
}

function readTime(value: string | undefined, timezone: string): EventTime | null {
  const [, year, month, day, time, hour, minute, second, isUtc] =
    /^(\d{4})(\d\d)(\d\d)(T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(value ?? "") ?? [];
  const clock = time === undefined ? "00:00:00" : `${hour}:${minute}:${second}`;
  const at = parseInstant(`${year}-${month}-${day}T${clock}Z`);
  if (at === null) return null;
  const isDay = time === undefined;
  return { at: isUtc === undefined ? at : wallTimeOf(at, timezone), isDay };
}

/** Milliseconds by the clock; null for what cannot be read. */
function lengthOf(event: Event, start: EventTime, timezone: string): number | null {
  const end = event.get("DTEND")?.value;
  if (end !== undefined) {
    const read = readTime(end, timezone);
    return read && read.at - start.at;
  }
  const duration = event.get("DURATION")?.value;
  if (duration === undefined) return start.isDay ? dayMs : 0;
  const parts = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(
    duration,
  );
  if (parts === null) return null;
  return unitsMs.reduce((sum, unit, index) => sum + unit * Number(parts[index + 1] ?? 0), 0);
}

/** Weeks, days, hours, minutes, seconds. */
const unitsMs = [7 * dayMs, dayMs, 3_600_000, 60_000, 1000];

/** The starts of what repeats on its date each year, as far as they are asked for; null for another rule. */
function startsEachYear(start: number, rule: string, asked: AskedDays): number[] | null {
  const first = new Date(start);
  const [month, day] = [String(first.getUTCMonth() + 1), String(first.getUTCDate())];
  const parts: Record<string, string | undefined> = Object.fromEntries(
    rule.split(";").map((part) => part.split("=", 2)),
  );
  const {
    FREQ,
    BYMONTH = month,
    BYMONTHDAY = day,
    INTERVAL,
    COUNT,
    UNTIL,
    WKST: _week,
    ...more
  } = parts;
  const isOnItsDate = FREQ === "YEARLY" && BYMONTH === month && BYMONTHDAY === day;
  const isLeapDay = month === "2" && day === "29";
  const [step, count] = [Number(INTERVAL ?? 1), Number(COUNT ?? Infinity)];
  const until = UNTIL === undefined ? Infinity : readTime(UNTIL, asked.timezone)?.at;
  if (!isOnItsDate || isLeapDay || Object.keys(more).length > 0) return null;
  if (!(step >= 1 && count >= 1) || until === undefined) return null;
  // Holidays over New Year begin in the year before.
  const before = new Date(asked.from).getUTCFullYear() - 1 - first.getUTCFullYear();
  const starts: number[] = [];
  for (let number = Math.max(0, Math.ceil(before / step)); number < count; number += 1) {
    const at = new Date(start).setUTCFullYear(first.getUTCFullYear() + number * step);
    if (at > until || at >= asked.to + dayMs) break;
    starts.push(at);
  }
  return starts;
}
