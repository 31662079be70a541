import { formatLocal, instantsOf, offsetInMinutes, zonedTime } from "../local-time.ts";

/** A slot to come, and the offset from UTC that its clock had when its start was last meant. */
export interface MeantStart {
  readonly number: number;
  readonly activityId: string;
  /** `""` where there is no choice of hosts. */
  readonly hostId: string;
  /** Milliseconds UTC. */
  readonly startingAt: number;
  readonly offsetMinutes: number;
}

/** The start of a slot after its campaign's zone has changed. */
export interface KeptStart extends MeantStart {
  readonly before: number;
}

/** What is expected of a line with `keep_wall_clock` beside slots or bookings: their starts may be those of before or after. */
export const expectedAlone =
  "keep_instants, or a file of its own: this one has slots or bookings of the campaign";

const minuteMs = 60_000;

/** Those of the slots whose local time the zone's clocks show otherwise than it was meant. */
export function otherwiseShown<Slot extends MeantStart>(
  slots: readonly Slot[],
  timezone: string,
): Slot[] {
  return slots.filter((slot) => offsetInMinutes(slot.startingAt, timezone) !== slot.offsetMinutes);
}

/** Leaves the slots at their instants: from now on the zone's hour is the one that is meant. */
export function keepInstants(slots: readonly MeantStart[], timezone: string): KeptStart[] {
  return slots.map((slot) => ({
    ...slot,
    before: slot.startingAt,
    offsetMinutes: offsetInMinutes(slot.startingAt, timezone),
  }));
}

/**
 * Moves all slots to come of a campaign to the same hour of the zone's clocks, and returns those that change. Returns what is
 * in the way instead: an hour that these clocks skip or show twice, a start that has passed, two slots at one start.
 */
export function keepWallClock(
  slots: readonly MeantStart[],
  timezone: string,
  now: number,
): KeptStart[] | { readonly fault: string } {
  const kept: KeptStart[] = [];
  const places = new Set<string>();
  for (const slot of slots) {
    const wallTime = slot.startingAt + slot.offsetMinutes * minuteMs;
    const hour = `${formatLocal(wallTime).replace("T", " ")} in ${timezone}`;
    const instants = instantsOf(wallTime, timezone);
    const [start, second] = instants.includes(slot.startingAt) ? [slot.startingAt] : instants;
    if (start === undefined) return { fault: `clocks skip ${hour}, at which a slot begins` };
    if (second !== undefined) {
      return { fault: `clocks show ${hour}, at which a slot begins, twice` };
    }
    if (start <= now) return { fault: `a slot to come would have begun at ${hour}` };
    const place = [slot.activityId, slot.hostId, start].join("\n");
    if (places.has(place)) return { fault: `two slots would begin at ${hour}` };
    places.add(place);
    kept.push({
      ...slot,
      before: slot.startingAt,
      startingAt: start,
      offsetMinutes: offsetInMinutes(start, timezone),
    });
  }
  return kept.filter(
    (each, index) =>
      each.startingAt !== each.before || each.offsetMinutes !== slots[index]?.offsetMinutes,
  );
}

/** `2031-05-01 10:00 CEST becomes 2031-05-01 09:00 BST`. */
export function changedHour(
  startingAt: number,
  zones: { readonly before: string; readonly after: string },
): string {
  const [before, after] = [zones.before, zones.after].map((zone) =>
    zonedTime(startingAt, zone, "minute"),
  );
  return `${before} becomes ${after}`;
}
