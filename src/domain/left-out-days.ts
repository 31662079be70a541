import { parseDay } from "./local-time.ts";

/** Calendar days, both included; milliseconds as if they were UTC. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

const dayMs = 86_400_000;

/** Reads `2030-12-25` or `2030-12-24..2031-01-01`; null for anything else. */
export function parseDays(text: string): Days | null {
  const [first = "", last = first, ...others] = text.trim().split("..");
  const [from, to] = [parseDay(first), parseDay(last)];
  return from === null || to === null || to < from || others.length > 0 ? null : { from, to };
}

/**
 * Reads a file of days: one a line, with comments behind `#`, or the events of a calendar (`.ics`), as schools and states
 * publish their holidays. The end of an event without times is the day after its last one (RFC 5545, 3.6.1).
 */
export function leftOutDays(
  text: string,
): { readonly days: readonly Days[] } | { readonly badLine: number } {
  const plain = text.replace(/^\uFEFF/, "");
  if (/^\s*BEGIN:VCALENDAR/i.test(plain)) return { days: daysOfCalendar(plain) };
  const days: Days[] = [];
  for (const [index, line] of plain.split(/\r\n|\n|\r/).entries()) {
    const written = line.replace(/#.*/, "").trim();
    if (written === "") continue;
    const read = parseDays(written);
    if (read === null) return { badLine: index + 1 };
    days.push(read);
  }
  return { days };
}

function daysOfCalendar(text: string): Days[] {
  // A long line goes on in the next one, behind a space.
  const lines = text.replaceAll(/(?:\r\n|\n|\r)[ \t]/g, "").split(/\r\n|\n|\r/);
  const days: Days[] = [];
  let event: { from?: number; end?: number; hasTime?: boolean } | null = null;
  for (const line of lines) {
    if (/^BEGIN:VEVENT$/i.test(line)) event = {};
    else if (/^END:VEVENT$/i.test(line)) {
      const { from, end, hasTime = false } = event ?? {};
      if (from !== undefined) {
        const last = end === undefined ? from : hasTime ? end : end - dayMs;
        days.push({ from, to: Math.max(from, last) });
      }
      event = null;
    } else if (event !== null) {
      const [, name = "", year, month, day, time] =
        /^(DTSTART|DTEND)(?:;[^:]*)?:(\d{4})(\d\d)(\d\d)(T\d+)?/i.exec(line) ?? [];
      const at = year === undefined ? null : parseDay(`${year}-${month}-${day}`);
      if (at === null) continue;
      if (/start/i.test(name)) event.from = at;
      else event.end = at;
      event.hasTime = time !== undefined;
    }
  }
  return days;
}
