import { clearable, objectWith, required, type ObjectOf } from "./reader.ts";
import { displayName, identifier, oneOf, slotDuration } from "./values.ts";

export const hostFields = {
  kind: required(oneOf(["host"])),
  interaction: required(identifier),
  activity: required(identifier),
  id: required(identifier),
  display_name: required(displayName),
  slot_duration_in_minutes: clearable(slotDuration, null),
};

/** One of the hosts that an activity offers a choice of. */
export type HostLine = ObjectOf<typeof hostFields>;

export const readHostLine = objectWith(hostFields);
