import { clearable, objectWith, required, type ObjectOf } from "./reader.ts";
import { identifier, languageMap, oneOf, slotDuration } from "./values.ts";

export const activityFields = {
  kind: required(oneOf(["activity"])),
  interaction: required(identifier),
  id: required(identifier),
  title: required(languageMap),
  location_hint: clearable(languageMap, {}),
  slot_duration_in_minutes: clearable(slotDuration, null),
};

/** A bookable activity of a campaign. Its id is unique within the campaign only. */
export type ActivityLine = ObjectOf<typeof activityFields>;

export const readActivityLine = objectWith(activityFields);
