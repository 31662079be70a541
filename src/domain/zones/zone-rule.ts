/** What a clock of a zone shows. */
export interface ZoneClock {
  /** Milliseconds to add to UTC. */
  readonly offset: number;
  /** `CEST`; of a clock without letters its offset, `+03`. */
  readonly name: string;
}

interface ChangeDay {
  readonly month: number;
  /** 1 to 4, or 5 for the last. */
  readonly week: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  /** Milliseconds after midnight, by the clock that ends. */
  readonly time: number;
}

/** What repeats every year after a zone's last change: RFC 9636, 3.3, a TZ string of POSIX. */
export interface ZoneRule {
  readonly standard: ZoneClock;
  readonly summer: (ZoneClock & { readonly from: ChangeDay; readonly to: ChangeDay }) | null;
}

const dayMs = 86_400_000;
const name = String.raw`<[^>]+>|[A-Za-z]+`;
const hours = String.raw`[+-]?\d+(?::\d+){0,2}`;
const day = String.raw`M\d+\.\d\.\d(?:/${hours})?`;
const ruleText = new RegExp(`^(${name})(${hours})(?:(${name})(${hours})?,(${day}),(${day}))?$`);

/** Parses `CET-1CEST,M3.5.0,M10.5.0/3`. */
export function parseRule(text: string): ZoneRule {
  const [, letters = "", offset = "", summer, summerOffset, from = "", to = ""] =
    ruleText.exec(text) ?? [];
  if (letters === "") throw new Error(`"${text}" is no rule of a zone`);
  // POSIX counts offsets westward.
  const standard = { offset: 0 - parseHours(offset), name: bare(letters) };
  if (summer === undefined) return { standard, summer: null };
  return {
    standard,
    summer: {
      offset:
        summerOffset === undefined ? standard.offset + dayMs / 24 : 0 - parseHours(summerOffset),
      name: bare(summer),
      from: parseDay(from),
      to: parseDay(to),
    },
  };
}

function bare(letters: string): string {
  return letters.replace(/^<(.*)>$/, "$1");
}

function parseHours(text: string): number {
  const [hour = 0, minute = 0, second = 0] = text.replace(/^[+-]/, "").split(":").map(Number);
  return (text.startsWith("-") ? -1000 : 1000) * (hour * 3600 + minute * 60 + second);
}

function parseDay(text: string): ChangeDay {
  const [date = "", time = "2"] = text.slice(1).split("/");
  const [month = 1, week = 1, weekday = 0] = date.split(".").map(Number);
  return { month, week, weekday, time: parseHours(time) };
}

/** The clock that a rule gives at an instant. */
export function ruleClock({ standard, summer }: ZoneRule): (instant: number) => ZoneClock {
  if (summer === null) return () => standard;
  const years = new Map<number, readonly [from: number, to: number]>();
  return (instant) => {
    const year = new Date(instant + standard.offset).getUTCFullYear();
    let [from, to] = years.get(year) ?? [];
    if (from === undefined || to === undefined) {
      from = changeIn(year, summer.from) - standard.offset;
      to = changeIn(year, summer.to) - summer.offset;
      years.set(year, [from, to]);
    }
    // South of the equator summer spans the end of the year.
    const isSummer = from < to ? instant >= from && instant < to : instant >= from || instant < to;
    return isSummer ? summer : standard;
  };
}

/** The wall time of a change, in milliseconds as if it were UTC. */
function changeIn(year: number, { month, week, weekday, time }: ChangeDay): number {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  let date = 1 + ((weekday - first + 7) % 7) + (week - 1) * 7;
  while (date > days) date -= 7;
  return Date.UTC(year, month - 1, date) + time;
}
