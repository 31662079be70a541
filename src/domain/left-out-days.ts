import { daysOfCalendar, type AskedDays, type UnreadLine } from "./holiday-calendar.ts";
import { parseDay, type Days } from "./local-time.ts";

/** Reads `2030-12-25` or `2030-12-24..2031-01-01`; null for anything else. */
export function parseDays(text: string): Days | null {
  const [first = "", last = first, ...others] = text.trim().split("..");
  const [from, to] = [parseDay(first), parseDay(last)];
  return from === null || to === null || to < from || others.length > 0 ? null : { from, to };
}

/** Reads a file of days: one a line, with comments behind `#`, or the events of a calendar (`.ics`). */
export function leftOutDays(
  text: string,
  asked: AskedDays,
): { readonly days: readonly Days[] } | UnreadLine {
  const plain = text.replace(/^\uFEFF/, "");
  if (/^\s*BEGIN:VCALENDAR/i.test(plain)) return daysOfCalendar(plain, asked);
  const days: Days[] = [];
  for (const [index, line] of plain.split(/\r\n|\n|\r/).entries()) {
    const written = line.replace(/#.*/, "").trim();
    if (written === "") continue;
    const read = parseDays(written);
    if (read === null) return { badLine: index + 1, why: "no-day" };
    days.push(read);
  }
  return { days };
}
