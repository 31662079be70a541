import { formatInstant } from "../domain/instant.ts";
import { Diary } from "./diary.ts";
import { everydayBookings } from "./everyday-bookings.ts";
import { demoPeople } from "./people.ts";
import { demoSeed, seededRandom } from "./random.ts";
import { slotLine } from "../fixtures/lines.ts";
import { demoSlots, openHouseSlots } from "./slots.ts";

/**
 * The lines of the open house's slots around `now` that start after `after`, and of their bookings by known
 * contacts. Both are milliseconds UTC.
 */
export function openHouseLines(
  now: number,
  after: number,
  isKnown: (externalId: string) => boolean,
): readonly object[] {
  const second = Math.floor(now / 1000) * 1000;
  const slots = openHouseSlots(second).filter(({ startingAt }) => startingAt > after);
  const people = demoPeople(seededRandom(demoSeed)).filter(({ externalId }) => isKnown(externalId));
  if (people.length < peopleNeeded) return [];
  // The ids need a series, because bookings of the first day are numbered without a day.
  const diary = new Diary(demoSlots(second), second, ` from ${formatInstant(second)}`);
  const moment = { now: second, random: seededRandom(Math.floor(second / 1000)) };
  return [
    ...slots.map((slot) => slotLine(slot, slot.capacity)),
    ...everydayBookings(diary, people, moment, slots),
  ];
}

/** As many people as a slot has seats, and some who cancel. */
const peopleNeeded = 20;
