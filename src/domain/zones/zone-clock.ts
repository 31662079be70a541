import data from "./zones.json" with { type: "json" };
import { parseRule, ruleClock, type ZoneClock } from "./zone-rule.ts";

// The rules of IANA's time zone database since 1970, which `npm run zones` compiles. Neither the runtime's nor the
// system's are asked: each has a release of its own, and an hour must not depend on where it is read.

/** The release of IANA's time zone database, such as `2026f`. */
export const zoneRelease: string = data.release;

const zones: Readonly<Record<string, string>> = data.zones;
const links: Readonly<Record<string, string>> = data.links;

/** All names of zones, links included, in the order of the alphabet. */
export function zoneNames(): readonly string[] {
  return [...Object.keys(zones), ...Object.keys(links)].toSorted();
}

/**
 * Whether the name is exactly that of an IANA zone or link, such as `Europe/Paris`. Offsets and abbreviations
 * (`Etc/GMT+1`, `EST`) are refused, because they have no daylight saving.
 */
export function isTimeZone(name: string): boolean {
  return Object.hasOwn(zones, name) || Object.hasOwn(links, name);
}

/** The zone's offset from UTC at an instant, in milliseconds. */
export function offsetAt(instant: number, timezone: string): number {
  return clockAt(instant, timezone).offset;
}

/** `CEST`, `EST`, `AEDT`; `GMT-5` for a clock that has no letters. */
export function zoneAbbreviation(instant: number, timezone: string): string {
  const { name } = clockAt(instant, timezone);
  const [, sign, hours, minutes = ""] = /^([+-])(\d\d)(\d\d)?$/.exec(name) ?? [];
  if (sign === undefined) return name;
  const whole = Number(hours);
  if (whole === 0 && minutes === "") return "GMT";
  return `GMT${sign}${whole}${minutes === "" ? "" : `:${minutes}`}`;
}

interface Zone {
  /** Instants in milliseconds, ascending; `clocks` has the clock before the first, and one from each on. */
  readonly changes: readonly number[];
  readonly clocks: readonly ZoneClock[];
  /** After the last change. */
  readonly later: (instant: number) => ZoneClock;
}

const parsed = new Map<string, Zone>();

function clockAt(instant: number, timezone: string): ZoneClock {
  let zone = parsed.get(timezone);
  if (zone === undefined) {
    const text = zones[links[timezone] ?? timezone];
    if (text === undefined)
      throw new RangeError(`release ${zoneRelease} has no time zone ${timezone}`);
    zone = parseZone(text);
    parsed.set(timezone, zone);
  }
  const { changes, clocks, later } = zone;
  const last = changes.at(-1);
  if (last === undefined || instant >= last) return later(instant);
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle] ?? 0) <= instant) low = middle + 1;
    else high = middle;
  }
  return clocks[low] ?? later(instant);
}

/** Parses `CET 3600,CEST 7200|0 6o1c.1 8zt4.0|CET-1CEST,M3.5.0,M10.5.0/3`. */
function parseZone(text: string): Zone {
  const [names = "", list = "", rule = ""] = text.split("|");
  const shown = names.split(",").map((each): ZoneClock => {
    const [name = "", seconds] = each.split(" ");
    return { offset: Number(seconds) * 1000, name };
  });
  const [first, ...steps] = list.trim().split(" ");
  const clockOf = (index: string | undefined): ZoneClock =>
    shown[Number(index)] ?? { offset: 0, name: "UTC" };
  const changes: number[] = [];
  const clocks = [clockOf(first)];
  for (const step of steps) {
    const [since = "", clock] = step.split(".");
    changes.push((changes.at(-1) ?? 0) + Number.parseInt(since, 36) * 1000);
    clocks.push(clockOf(clock));
  }
  return { changes, clocks, later: ruleClock(parseRule(rule)) };
}
