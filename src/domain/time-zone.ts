import database from "tzdata/timezone-data.json" with { type: "json" };

// The IANA database as the npm package has it: a zone is an array, a link is the name of its target.

/**
 * Whether the name is exactly that of an IANA zone or link, such as `Europe/Paris`. Offsets and abbreviations
 * (`Etc/GMT+1`, `EST`) are refused, because they have no daylight saving.
 */
export function isTimeZone(name: string): boolean {
  if (name === "UTC") return true;
  return name.includes("/") && !/^Etc\/GMT.*\d$/.test(name) && Object.hasOwn(database.zones, name);
}
