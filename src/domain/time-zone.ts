import database from "tzdata/timezone-data.json" with { type: "json" };

// The IANA database as npm carries it: zones are arrays, links are the name of their target.

/**
 * An IANA zone or link by its exact name, such as `Europe/Paris`. Offsets and abbreviations that
 * stand for one (`Etc/GMT+1`, `EST`) are none: they know no daylight saving.
 */
export function isTimeZone(name: string): boolean {
  if (name === "UTC") return true;
  return name.includes("/") && !/^Etc\/GMT.*\d$/.test(name) && Object.hasOwn(database.zones, name);
}
