import { isMismatch } from "../../domain/data-file/reader.ts";
import { reason } from "../../domain/data-file/values.ts";
import type { Refused, SeatRefusal } from "../../domain/refusal.ts";

/** Refuses a reason that is too long or not one printable line. Returns null for a good one, or for none. */
export function refuseReason(given: string | null, now: number): Refused<SeatRefusal> | null {
  const read = given === null ? null : reason(given, now);
  return isMismatch(read)
    ? { refused: { why: "value-malformed", field: "reason", expected: read.expected } }
    : null;
}
