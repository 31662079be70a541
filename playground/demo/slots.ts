import { offsetAt } from "../../src/domain/zones/zone-clock.ts";
import { dayMs, minuteMs, type FixtureSlot } from "../lines.ts";
import { consultation, openHouse, timezoneOf, type DemoCampaign } from "./campaigns.ts";

/** Opening hours on the campaign's own clock, on the given days of the week (0 is Sunday). */
export interface Opening {
  readonly interaction: DemoCampaign;
  readonly activity: string;
  readonly host?: string;
  readonly weekdays: readonly number[];
  readonly times: readonly string[];
  readonly capacity: number;
}

export const timetable: readonly Opening[] = [
  {
    interaction: "pk_summer",
    activity: "fragrance-workshop",
    weekdays: [3, 4, 5, 6],
    times: ["10:30", "15:00"],
    capacity: 8,
  },
  {
    ...consultation,
    host: "camille",
    weekdays: [2, 3, 4, 5, 6],
    times: ["10:00", "11:00", "15:00"],
    capacity: 1,
  },
  {
    ...consultation,
    host: "idris",
    weekdays: [2, 3, 4, 5, 6],
    times: ["14:00", "16:30"],
    capacity: 2,
  },
  {
    ...consultation,
    host: "archives",
    weekdays: [2, 3, 4, 5],
    times: ["11:30"],
    capacity: 3,
  },
  {
    interaction: "pk_summer",
    activity: "garden-walk",
    weekdays: [0, 3, 6],
    times: ["09:30", "17:00"],
    capacity: 15,
  },
  {
    interaction: "pk_summer",
    activity: "tasting",
    weekdays: [0, 4, 5, 6],
    times: ["11:00", "14:00", "16:00"],
    capacity: 6,
  },
  {
    interaction: "pk_summer",
    activity: "aperitivo",
    weekdays: [4, 5, 6],
    times: ["18:30"],
    capacity: 10,
  },
  {
    interaction: "pk_winter",
    activity: "tasting",
    weekdays: [1, 2, 3, 4, 5],
    times: ["12:00", "17:30"],
    capacity: 6,
  },
  {
    interaction: "pk_winter",
    activity: "candle-evening",
    weekdays: [2, 4],
    times: ["18:00"],
    capacity: 8,
  },
  {
    interaction: "pk_winter",
    activity: "gift-wrapping",
    weekdays: [5, 6],
    times: ["10:00", "10:15", "10:30"],
    capacity: 1,
  },
];

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
  const offsetMs = (instant: number) => offsetAt(instant, timezoneOf(interaction));
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

function timeOfDayMs(time: string): number {
  return Date.parse(`1970-01-01T${time}:00Z`);
}
