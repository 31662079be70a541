import { zoneRelease } from "./zones/zone-clock.ts";

/** The version of this program, `MAJOR.MINOR.PATCH`, equal to the one in `package.json`. */
export const programVersion = "0.2.0";

/** What a program says of itself: its version, and the release of its time zones. */
export const programRelease = { version: programVersion, zones: zoneRelease } as const;

/** The database of a release whose tables this version does not read. */
export const unconvertedMessage =
  "The database is of 0.2.0 or an earlier release: stop its programs and run `booking migrate` first.";

/** Whether a program of `version` is `oldest` or later. */
export function isAtLeast(version: string, oldest: string): boolean {
  const [parts, least] = [partsOf(version), partsOf(oldest)];
  for (const [index, part] of parts.entries()) {
    const difference = part - (least[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** A part that is not a number, an empty one included, makes a comparison that reaches it false. */
function partsOf(version: string): number[] {
  return version.split(".").map((part) => (part === "" ? Number.NaN : Number(part)));
}
