import type { AskedDays } from "../../domain/holiday-calendar.ts";
import { leftOutDays, parseDays } from "../../domain/left-out-days.ts";
import { parseDay, parseTimeOfDay, timesBetween, type Days } from "../../domain/local-time.ts";
import { BadInput } from "../machinery/validation.ts";

export function dayOf(field: string, sent: string): number {
  const day = parseDay(sent);
  if (day === null) throw new BadInput(field, "must be a day, such as 2030-05-01");
  return day;
}

/** How many days a pattern has from its first to its last one, both included. */
export function dayCountOf({ from, to }: Days): number {
  return (to - from) / dayMs + 1;
}

/** A range of the clock: divided, or one slot. */
interface Range {
  readonly from: string;
  readonly to: string;
  readonly every_minutes?: number;
}

export function timesOf(at: readonly string[], between: Range | null): number[] {
  const times = at.map((each) => timeOfDay("at", each));
  if (between !== null) {
    const [first, end] = endsOf(between);
    const isWhole = between.every_minutes === undefined;
    times.push(...(isWhole ? [first] : timesBetween({ first, end, step: between.every_minutes })));
  }
  if (times.length === 0) throw new BadInput("at", "must have times, unless between has them");
  return times;
}

/** Parses the ends of a range as a command types them, `09:00-17:00`; null for anything else. */
export function parseRange(typed: string): Pick<Range, "from" | "to"> | null {
  const [from, to, ...more] = typed.split("-");
  if (from === undefined || to === undefined || more.length > 0) return null;
  return parseTimeOfDay(from) === null || parseEndOfRange(to) === null ? null : { from, to };
}

/** Unlike a start, the end of a range may be that of the day. */
function parseEndOfRange(text: string): number | null {
  return text === "24:00" ? dayMinutes : parseTimeOfDay(text);
}

/** A range that ends before it begins ends on the next day. */
function endsOf({ from, to }: Range): readonly [first: number, end: number] {
  const end = checkedTime("between.to", parseEndOfRange(to));
  const first = timeOfDay("between.from", from);
  if (end === first) throw new BadInput("between.to", "must be another time than between.from");
  return [first, end < first ? end + dayMinutes : end];
}

const dayMinutes = 1440;

/** The length that a pattern says: its own, or that of an undivided range. */
export function lengthOf(
  said: number | null | undefined,
  at: readonly string[],
  between: Range | null,
): number | null | undefined {
  if (said !== undefined || between === null || between.every_minutes !== undefined) return said;
  if (at.length > 0) throw new BadInput("between.every_minutes", "must be there beside at");
  const [first, end] = endsOf(between);
  return end - first;
}

function timeOfDay(field: string, sent: string): number {
  return checkedTime(field, parseTimeOfDay(sent));
}

function checkedTime(field: string, minutes: number | null): number {
  if (minutes === null) throw new BadInput(field, "must be a time of day, such as 09:30");
  return minutes;
}

/** The days without slots, as they are written one by one and in a file; of these, those of the pattern. */
export function exceptedDays(
  written: readonly string[] = [],
  file: string | undefined,
  asked: AskedDays,
): ReadonlySet<number> {
  const days: Days[] = [];
  for (const text of written) {
    const read = parseDays(text);
    if (read === null)
      throw new BadInput("except", "must be days, such as 2030-12-25 or 2030-12-24..2031-01-01");
    days.push(read);
  }
  if (file !== undefined) {
    const read = leftOutDays(file, asked);
    if ("badLine" in read) {
      const { badLine: line, why } = read;
      throw new BadInput("except_file", why === "repeats" ? repeats(line) : noDay(line));
    }
    days.push(...read.days);
  }
  const all = new Set<number>();
  for (const { from, to } of days) {
    const last = Math.min(to, asked.to);
    for (let day = Math.max(from, asked.from); day <= last; day += dayMs) all.add(day);
  }
  return all;
}

const noDay = (line: number) =>
  `must have days such as 2030-12-25 or 2030-12-24..2031-01-01, one a line, or be a calendar (.ics): line ${line} is neither`;
const repeats = (line: number) =>
  `must have events that repeat each year on their date, or not at all: line ${line} says otherwise; write these days one a line`;

const dayMs = 86_400_000;
