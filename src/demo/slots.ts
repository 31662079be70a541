import { dayMs, minuteMs } from "../fixtures/durations.ts";
import type { FixtureSlot } from "../fixtures/lines.ts";
import { interactionLines, timetable, type Opening, openHouse } from "./catalogue.ts";

/** A slot of the demo. Instants are milliseconds UTC. */
export interface DemoSlot extends FixtureSlot {
  readonly capacity: number;
}

const halfHourMs = 30 * minuteMs;
const daysBefore = 10;
const daysAfter = 40;

/** The slots from 10 days before `now`, a whole second, to 40 days after, by start. */
export function demoSlots(now: number): readonly DemoSlot[] {
  return [...timetable.flatMap((opening) => slotsOf(opening, now)), ...openHouseSlots(now)]
    .filter(({ startingAt }) => startingAt >= now - daysBefore * dayMs)
    .filter(({ startingAt }) => startingAt <= now + daysAfter * dayMs)
    .toSorted((one, other) => one.startingAt - other.startingAt);
}

/** A slot every half hour, from three hours before `now` until four hours after it. */
export function openHouseSlots(now: number): DemoSlot[] {
  const latest = Math.floor(now / halfHourMs) * halfHourMs;
  return Array.from({ length: 15 }, (_, index) => ({
    ...openHouse,
    startingAt: latest + (index - 6) * halfHourMs,
    capacity: 12,
  }));
}

function slotsOf(opening: Opening, now: number): DemoSlot[] {
  const { interaction, activity, host, capacity } = opening;
  const place = { interaction, activity, ...(host !== undefined && { host }) };
  const offsetMs = offsets(timezoneOf(interaction));
  const slots: DemoSlot[] = [];
  const today = Math.floor((now + offsetMs(now)) / dayMs) * dayMs;
  for (let day = -daysBefore; day <= daysAfter; day += 1) {
    const midnight = today + day * dayMs;
    if (!opening.weekdays.includes(new Date(midnight).getUTCDay())) continue;
    // Clocks change at night, so the offset at noon holds for all opening hours.
    const offset = offsetMs(midnight + dayMs / 2);
    for (const time of opening.times) {
      const startingAt = midnight + timeOfDayMs(time) - offset;
      slots.push({ ...place, startingAt, capacity });
    }
  }
  return slots;
}

function timezoneOf(interaction: string): string {
  const found = interactionLines.find((line) => line.public_key === interaction);
  // An unknown campaign would else get the time zone of the machine.
  if (found === undefined) throw new RangeError(`The demo has no campaign ${interaction}.`);
  return found.timezone;
}

/** The zone's offset from UTC in milliseconds, at an instant of a whole second. */
function offsets(timeZone: string): (instant: number) => number {
  // Making a formatter takes longer than all that it formats here.
  const local = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  return (instant) => Date.parse(`${local.format(instant).replace(" ", "T")}Z`) - instant;
}

function timeOfDayMs(time: string): number {
  return Date.parse(`1970-01-01T${time}:00Z`);
}
