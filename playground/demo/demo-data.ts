import { catalogueLines } from "./campaigns.ts";
import { Diary } from "./diary.ts";
import { everydayBookings } from "./everyday-bookings.ts";
import { demoPeople } from "./people.ts";
import { demoSeed, seededRandom } from "./random.ts";
import { slotLine } from "../lines.ts";
import { demoSlots } from "./slots.ts";
import { spareContact, specialContacts } from "./special-contacts.ts";

/**
 * The lines of a data file for the account `demo/development`: two campaigns, their slots from 10 days before
 * `now` (milliseconds UTC) to 40 days after, and several hundred bookings. The same `now` gives the same
 * lines. From day to day bookings keep their ids while their slots move, so the file is for an account
 * without data: a second import on another day is refused.
 */
export function* demoDataFile(now: number): Generator<object> {
  yield* catalogueLines;
  const second = Math.floor(now / 1000) * 1000;
  const slots = demoSlots(second);
  for (const slot of slots) yield slotLine(slot, slot.capacity);
  const random = seededRandom(demoSeed);
  const people = demoPeople(random);
  const diary = new Diary(slots, second);
  for (const contact of specialContacts) {
    for (const booking of contact.bookings({ diary, people, now: second, random })) {
      yield diary.enter(booking);
    }
  }
  yield* everydayBookings(diary, people, { now: second, random });
}

/** The contacts who each show one feature, for people to try. The others are CUST-1002 to CUST-1120. */
export const demoContacts: readonly { readonly externalId: string; readonly shows: string }[] =
  specialContacts
    .filter(({ externalId }) => externalId !== spareContact)
    .map(({ externalId, shows }) => ({ externalId, shows }));

export { spareContact };
