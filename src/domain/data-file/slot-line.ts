import { objectWith, optional, required, type ObjectOf } from "./reader.ts";
import { identifier, instant, integer, integerMax, oneOf, writtenAsInstant } from "./values.ts";

export const slotFields = {
  kind: required(oneOf(["slot"])),
  interaction: required(identifier),
  activity: required(identifier),
  host: optional(identifier, null),
  starting_at: required(instant, writtenAsInstant),
  capacity: required(integer(0, integerMax)),
};

/** A time at which an activity, or one of its hosts, is bookable. */
export type SlotLine = ObjectOf<typeof slotFields>;

export const readSlotLine = objectWith(slotFields);
