import {
  clearable,
  isMismatch,
  listOf,
  mismatch,
  objectWith,
  optional,
  required,
  type ObjectOf,
  type Reader,
} from "./reader.ts";
import { baseLanguage, identifier, integer, integerMax, oneOf, timeZone, uuid } from "./values.ts";

/** More than the base language codes of ISO 639-1. */
const languagesMax = 1000;

export const interactionFields = {
  kind: required(oneOf(["interaction"])),
  public_key: required(identifier),
  id: optional(uuid, null),
  group: required(identifier),
  timezone: required(timeZone),
  default_language: required(baseLanguage),
  languages: required(
    listOf(baseLanguage, {
      min: 1,
      max: languagesMax,
      expected: "a list of base language codes with the default language among them",
    }),
  ),
  cancellation_cutoff_minutes: clearable(integer(0, integerMax), null),
  waitlist_promotion: clearable(oneOf(["manual", "automatic"]), "manual" as const),
};

/** A campaign. Its `id` is generated where the file has none. */
export type InteractionLine = ObjectOf<typeof interactionFields>;

const readFields = objectWith(interactionFields);

export const readInteractionLine: Reader<InteractionLine> = (value, now) => {
  const line = readFields(value, now);
  if (isMismatch(line)) return line;
  if (!line.languages.includes(line.default_language)) {
    return mismatch(
      `a list that contains the default language, ${line.default_language}`,
      ".languages",
    );
  }
  const repeated = line.languages.findIndex(
    (language, index) => line.languages.indexOf(language) < index,
  );
  return repeated === -1 ? line : mismatch("each language once", `.languages[${repeated}]`);
};
