import { momentWords } from "../bookings/slot-words.ts";
import type { OfferedActivity } from "../selling/offered-activities.ts";
import type { SeatsLeft } from "../selling/seats-left.ts";
import type { Visit } from "../visit.ts";

/** How many places are left, or why none can be booked. */
export function seatsWords(
  { words }: Visit,
  { timezone }: Pick<OfferedActivity, "timezone">,
  left: SeatsLeft,
): string {
  const { selling, locale } = words;
  if (left.kind === "free") return selling.free(left.seats);
  if (left.kind === "waitlist") return selling.waitlist;
  if (left.kind === "closed") return selling.closed;
  return selling.opens(momentWords(left.from, timezone, locale));
}
