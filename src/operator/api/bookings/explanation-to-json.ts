import type { WaitingReason } from "../../../domain/explain-waiting.ts";
import type { Explanation } from "../../../usecases/operator/explain-booking.ts";
import type { Sent } from "../../../operations/fields.ts";
import type { Explanation as ExplanationSchema, Waiting } from "./booking-schema.ts";
import { bookingToJson } from "./booking-to-json.ts";

/** A booking with the reasons that prevent its cancel or promotion. */
export function explanationToJson({
  found,
  verdicts,
  cancellable,
  waiting,
}: Explanation): Sent<typeof ExplanationSchema> {
  return {
    ...bookingToJson(found.account.name, found.details),
    cancellable,
    rules: verdicts,
    ...(waiting !== null && { waitlist: waitingToJson(waiting) }),
  };
}

export function waitingToJson(waiting: WaitingReason): Sent<typeof Waiting> {
  return {
    position: waiting.position,
    seats_needed: waiting.seatsNeeded,
    seats_free: waiting.seatsFree,
    blocked_by:
      waiting.blockedBy === null
        ? null
        : { booking: waiting.blockedBy.id, seats_needed: waiting.blockedBy.needs },
    promotion: waiting.automatic ? "automatic" : "manual",
    why: waiting.why,
  };
}
