import { objectWith, required, type ObjectOf } from "./reader.ts";
import { displayName, identifier, oneOf } from "./values.ts";

export const groupFields = {
  kind: required(oneOf(["group"])),
  unique_key: required(identifier),
  display_name: required(displayName),
};

/** The organisation that campaigns belong to. */
export type GroupLine = ObjectOf<typeof groupFields>;

export const readGroupLine = objectWith(groupFields);
