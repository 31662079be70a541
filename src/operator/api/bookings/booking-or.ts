import { isRefused } from "../../../domain/refusal.ts";
import type { FoundBooking } from "../../../usecases/operator/find-booking.ts";
import { bookingToJson } from "./booking-to-json.ts";

/** A booking that was found or changed as the answer; a refusal as it is. */
export function bookingOr<R extends object>(answer: FoundBooking | { readonly refused: R }) {
  return isRefused<R>(answer)
    ? answer
    : { body: bookingToJson(answer.account.name, answer.details) };
}
