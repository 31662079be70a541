/**
 * Times as spreadsheets and exports write them: a date, a time of day, and sometimes an offset from UTC. Only the text is
 * parsed here; which order a column's dates have, and which instant one is, is decided in `spreadsheet-dates.ts`.
 *
 * A date with its year first, with a month's name or with dots says its order by itself. One with slashes or hyphens and
 * its year last does not: `5/01/2031` is the fifth of January in Sydney and the first of May in New York, and AM or PM
 * behind it changes nothing about that. Such a date has `numbers` in place of a month and a day.
 */
export type WrittenTime = (Clock & ReadDate) | NumberedDate;

interface Clock {
  /** `09:00:00` or `09:00:00.123`. */
  readonly time: string;
  /** Milliseconds that the zone is ahead of UTC, where the text says it. */
  readonly offset: number | null;
}

interface ReadDate {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

/** A date that does not say its order. */
export interface NumberedDate extends Clock {
  readonly year: string;
  readonly numbers: readonly [first: string, second: string];
}

const [weekday, gap] = ["(?:(?<weekday>\\p{L}{2,12})\\.?,? +)?", "(?:T|,? +)"];
const forms = [
  // 2030-05-01, 2030/5/1, 2030.05.01. (Hungarian)
  "(?<year>\\d{4})(?<sign>[-/.])(?<month>\\d\\d?)\\k<sign>(?<day>\\d\\d?)\\.?",
  "(?<day>\\d\\d?)\\.(?<month>\\d\\d?)\\.(?<year>\\d{4})",
  "(?<first>\\d\\d?)(?<sign>[-/])(?<second>\\d\\d?)\\k<sign>(?<year>\\d{4})",
  // 1. Mai 2030, 1st May 2030, 01-May-2030, 01.May.2030
  "(?<day>\\d\\d?)(?:(?:\\.|st|nd|rd|th)?[ -]|\\.)(?:de )?(?<name>\\p{L}{3,12})(?:\\.?,?[ -]|\\.)(?:de )?(?<year>\\d{4})",
  "(?<name>\\p{L}{3,12})\\.? (?<day>\\d\\d?)(?:st|nd|rd|th)?,? (?<year>\\d{4})",
];

let expressions: readonly RegExp[] | null = null;
let months: ReadonlyMap<string, string> | null = null;
let weekdays: ReadonlySet<string> | null = null;

/** Made when a time is read, as are the names below: with them every start and every command would cost 50 ms more. */
function makeExpressions(): readonly RegExp[] {
  return forms.map(
    (date) =>
      new RegExp(
        `^${weekday}${date}${gap}(?<hour>\\d\\d?):(?<minute>\\d\\d)(?::(?<seconds>\\d\\d)(?:[.,](?<fraction>\\d{1,9}))?)?` +
          `(?: ?(?<half>[AP])\\.? ?M\\.?)?(?: ?(?<zone>Z|UTC|GMT|[+-]\\d\\d:?\\d\\d))?$`,
        "iu",
      ),
  );
}

/** Parses a text; null where it is in none of these forms. Its numbers may be of no calendar. */
export function parseWrittenTime(text: string): WrittenTime | null {
  // Some locales put a narrow space before AM, others one that breaks no line.
  const plain = text.replaceAll(/[\u00A0\u2009\u202F]/g, " ");
  expressions ??= makeExpressions();
  for (const form of expressions) {
    const parts = form.exec(plain)?.groups;
    if (parts === undefined) continue;
    const { year = "", first, second, hour, minute, seconds = "00", half, zone } = parts;
    const fraction = parts["fraction"] === undefined ? "" : `.${parts["fraction"]}`;
    const hours = hourOf(Number(hour), half?.toUpperCase());
    if (hours === null) return null;
    const time = `${two(String(hours))}:${minute}:${seconds}${fraction}`;
    const clock = { time, offset: zone === undefined ? null : offsetOf(zone) };
    if (parts["weekday"] !== undefined && !isWeekday(parts["weekday"])) continue;
    if (first !== undefined && second !== undefined) {
      return { ...clock, year, numbers: [first, second] };
    }
    const month = parts["name"] === undefined ? parts["month"] : monthNamed(parts["name"]);
    if (month === undefined) continue;
    return { ...clock, year, month: two(month), day: two(parts["day"]) };
  }
  return null;
}

/** The hour of the day; twelve is the first one of each half. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === "P" ? 12 : 0);
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  return (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60_000 : 60_000);
}

export function two(text = ""): string {
  return text.padStart(2, "0");
}

function monthNamed(name: string): string | undefined {
  months ??= makeMonths();
  return months.get(lettersOf(name));
}

function isWeekday(name: string): boolean {
  weekdays ??= makeWeekdays();
  return weekdays.has(lettersOf(name));
}

function lettersOf(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/[^\p{L}]/gu, "")
    .toLowerCase();
}

const languages = ["en", "fr", "de", "es", "nl", "it"];

/** Each text that the format gives of these days in these languages, without accents, with the day's index. */
function namesOf(
  format: Intl.DateTimeFormatOptions,
  days: readonly number[],
): (readonly [name: string, index: number])[] {
  return languages.flatMap((language) => {
    const names = new Intl.DateTimeFormat(language, { ...format, timeZone: "UTC" });
    return days.map((day, index) => [lettersOf(names.format(day)), index] as const);
  });
}

/** No month's name is another month's in another language. */
function makeMonths(): ReadonlyMap<string, string> {
  const firstDays = Array.from({ length: 12 }, (_, month) => Date.UTC(2030, month, 1));
  const named = [
    ...namesOf({ month: "long" }, firstDays),
    ...namesOf({ month: "short" }, firstDays),
  ];
  return new Map(named.map(([name, index]) => [name, String(index + 1)]));
}

function makeWeekdays(): ReadonlySet<string> {
  const week = Array.from({ length: 7 }, (_, day) => Date.UTC(2030, 0, 1 + day));
  const named = [...namesOf({ weekday: "long" }, week), ...namesOf({ weekday: "short" }, week)];
  return new Set(named.map(([name]) => name));
}
