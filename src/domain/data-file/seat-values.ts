import {
  cutoffMaxMinutes,
  cutoffMinMinutes,
  offerMaxMinutes,
  offerMinMinutes,
  waitlistPromotions,
} from "../booking-window.ts";
import { contactLimitCounts } from "../contact-limit.ts";
import { isObject } from "../json.ts";
import { reminderMaxMinutes, reminderMinMinutes, remindersMax } from "../reminder.ts";
import { alwaysWritten, clearable } from "./field.ts";
import {
  identifier,
  inside,
  integer,
  integerFrom,
  integerMax,
  isMismatch,
  listOf,
  mismatch,
  oneOf,
  shaped,
  shown,
  type Reader,
} from "./values.ts";

/** Which of a contact's tickets its limits count. An export says it, whatever a later version takes for granted. */
export const limitCounts = alwaysWritten(clearable(oneOf(contactLimitCounts), "upcoming" as const));

export const anyNumber = integerFrom(0);
export const oneOrMore = integer(1, integerMax);

export const bookingCutoff = integer(
  cutoffMinMinutes,
  cutoffMaxMinutes,
  " before the start, below 0 after it, or null",
);

export const waitlistPromotion = oneOf(waitlistPromotions);

export const offerMinutes = integer(offerMinMinutes, offerMaxMinutes, ", or null for 720");

const reminderList = listOf(integer(reminderMinMinutes, reminderMaxMinutes, " before the start"), {
  min: 1,
  max: remindersMax,
  expected: `a list of 1 to ${remindersMax} numbers of minutes before the start, or null for none`,
});

/** The first reminder first, in whichever order they are written. */
export const reminders: Reader<readonly number[]> = shaped(
  {
    is: "numbers",
    minimum: reminderMinMinutes,
    maximum: reminderMaxMinutes,
    maxItems: remindersMax,
  },
  (value, now) => {
    const read = reminderList(value, now);
    if (isMismatch(read)) return read;
    const again = read.findIndex((each, index) => read.indexOf(each) < index);
    return again === -1
      ? read.toSorted((one, other) => other - one)
      : mismatch("each number once", `[${again}]`);
  },
);

/** A line's null does not reach it, which says that there is no limit. */
export const capacityPerSlot = integerFrom(1, ", or null for no limit");

const typeCapacity = integer(0, integerMax, ", or null for none of the slot's own");

/** Capacities by ticket type. */
export type TypeCapacities = Readonly<Record<string, number | null>>;

export const typeCapacities: Reader<TypeCapacities> = (value, now) => {
  if (!isObject(value)) return mismatch("an object of capacities by ticket type");
  const read: [string, number | null][] = [];
  for (const [type, given] of Object.entries(value)) {
    const id = identifier(type, now);
    if (isMismatch(id)) return inside(`.${shown(type)}`, id);
    const capacity = given === null ? null : typeCapacity(given, now);
    if (isMismatch(capacity)) return inside(`.${shown(type)}`, capacity);
    read.push([type, capacity]);
  }
  return Object.fromEntries(read);
};
