import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseRule, ruleClock, type ZoneClock } from "../../src/domain/zones/zone-rule.ts";

/** The rules of all zones as `src/domain/zones/zones.json` has them. */
export interface CompiledZones {
  readonly release: string;
  /** By name: what `parseZone` in `src/domain/zones/zone-clock.ts` reads. */
  readonly zones: Readonly<Record<string, string>>;
  /** Names that show the time of another zone. */
  readonly links: Readonly<Record<string, string>>;
}

// Campaigns have bookings of computers. What clocks did earlier would triple the file.
const firstSecond = 0;

/**
 * Compiles a folder of zone files (RFC 9636) such as `/usr/share/zoneinfo`, whose `tzdata.zi` names the release
 * and the zones.
 */
export function compileZones(folder: string): CompiledZones {
  const source = readFileSync(join(folder, "tzdata.zi"), "utf8");
  const release = /^# version (\S+)$/m.exec(source)?.[1];
  if (release === undefined) throw new Error(`${folder}/tzdata.zi names no release`);
  const names = [...source.matchAll(/^(?:Z|L \S+) (\S+)/gm)].map(([, name = ""]) => name);
  const zones: Record<string, string> = {};
  const links: Record<string, string> = {};
  const first = new Map<string, string>();
  for (const name of names.filter(isCampaignZone).toSorted()) {
    const rules = compileZone(readFileSync(join(folder, name)));
    const same = first.get(rules);
    if (same === undefined) {
      first.set(rules, name);
      zones[name] = rules;
    } else links[name] = same;
  }
  return { release, zones, links };
}

/** Offsets and abbreviations, such as `Etc/GMT+1` and `EST`, have no daylight saving: they are no zones of campaigns. */
function isCampaignZone(name: string): boolean {
  return name === "UTC" || (name.includes("/") && !/^Etc\/GMT.*\d$/.test(name));
}

/** `clocks|changes|rule`: the clocks of the zone, when each begins, and what repeats after the last change. */
function compileZone(file: Buffer): string {
  const { changes, first, rule } = readZoneFile(file);
  const repeats = ruleClock(parseRule(rule));
  for (;;) {
    const last = changes.at(-1);
    const { at: since, clock: before } = changes.at(-2) ?? { at: firstSecond, clock: first };
    if (last === undefined || !isSame(repeats(last.at * 1000), last.clock)) break;
    // Where a year leaves out what the rule says, the change after it is not the rule's.
    if (!holds(repeats, before, since, last.at)) break;
    changes.pop();
  }
  const clocks = [...new Set([first, ...changes.map(({ clock }) => clock)].map(textOf))];
  const kept = changes.map(({ at, clock }, index) => {
    const since = at - (changes[index - 1]?.at ?? firstSecond);
    return `${since.toString(36)}.${clocks.indexOf(textOf(clock))}`;
  });
  return `${clocks.join(",")}|${[clocks.indexOf(textOf(first)), ...kept].join(" ")}|${rule}`;
}

/** Whether the rule gives this clock alone, from one second to before another. */
function holds(
  repeats: (instant: number) => ZoneClock,
  clock: ZoneClock,
  from: number,
  to: number,
): boolean {
  for (let second = from; second < to; second += 86_400) {
    if (!isSame(repeats(second * 1000), clock)) return false;
  }
  return isSame(repeats(to * 1000 - 1), clock);
}

function textOf({ name, offset }: ZoneClock): string {
  return `${name} ${offset / 1000}`;
}

function isSame(one: ZoneClock, other: ZoneClock): boolean {
  return one.offset === other.offset && one.name === other.name;
}

/** The changes since 1970 of the second, 64-bit part of a zone file, and its rule. */
function readZoneFile(file: Buffer) {
  const second = skipPart(file, 0, 4);
  const counts = readCounts(file, second);
  let place = second + 44;
  const times = Array.from({ length: counts.times }, (_, index) =>
    Number(file.readBigInt64BE(place + index * 8)),
  );
  place += counts.times * 8;
  const indexes = [...file.subarray(place, place + counts.times)];
  place += counts.times;
  const letters = place + counts.types * 6;
  const types = Array.from({ length: counts.types }, (_, index): ZoneClock => {
    const at = place + index * 6;
    const name = letters + file.readUInt8(at + 5);
    return {
      offset: file.readInt32BE(at) * 1000,
      name: file.toString("latin1", name, file.indexOf(0, name)),
    };
  });
  const clockOf = (index: number | undefined) => {
    const type = types[index ?? 0];
    if (type === undefined) throw new Error(`a zone file has no clock ${index}`);
    return type;
  };
  const since = times.findIndex((time) => time > firstSecond);
  const from = since === -1 ? times.length : since;
  const changes = times
    .slice(from)
    .map((at, index) => ({ at, clock: clockOf(indexes[from + index]) }));
  const rule = file.toString("latin1", skipPart(file, second, 8)).trim();
  return { changes, first: clockOf(indexes[from - 1]), rule };
}

function readCounts(file: Buffer, header: number) {
  const [utc = 0, standard = 0, leaps = 0, times = 0, types = 0, letters = 0] = Array.from(
    { length: 6 },
    (_, index) => file.readUInt32BE(header + 20 + index * 4),
  );
  return { utc, standard, leaps, times, types, letters };
}

function skipPart(file: Buffer, header: number, timeSize: number): number {
  const { utc, standard, leaps, times, types, letters } = readCounts(file, header);
  const size = times * (timeSize + 1) + types * 6 + letters + leaps * (timeSize + 4);
  return header + 44 + size + standard + utc;
}
