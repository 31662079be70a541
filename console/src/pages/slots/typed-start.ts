import { instantsOf } from "../../../../src/domain/local-time.ts";

/** The instants that a day and a time name in a zone; null while they are not yet typed. */
export function startsOf(day: string, time: string, zone: string): readonly number[] | null {
  const wall = Date.parse(`${day}T${time.padStart(5, "0")}:00Z`);
  return Number.isNaN(wall) ? null : instantsOf(wall, zone);
}
