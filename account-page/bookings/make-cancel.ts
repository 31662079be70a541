import { NotCancellableError, type BookingClient } from "booking-service-client";
import { problemOf } from "./problem.ts";
import type { Outcome, PendingCancel } from "./pending-cancel.ts";

/** Cancels, and maps every possible end to an outcome that the page has words for. */
export async function makeCancel(
  client: Pick<BookingClient, "cancelBooking">,
  externalId: string,
  { booking, idempotencyKey }: PendingCancel,
): Promise<Outcome> {
  try {
    // With the customer's id, the library resolves a cancel whose answer was lost.
    const options = { externalId, idempotencyKey };
    const { outcome, requestId } = await client.cancelBooking(booking, options);
    return { requestId, result: { kind: outcome } };
  } catch (error) {
    if (error instanceof NotCancellableError) {
      return { requestId: error.requestId, result: { kind: "refused", why: error.why } };
    }
    const problem = problemOf(error);
    if (problem === null) throw error;
    return { requestId: problem.requestId, result: { kind: "failed", problem } };
  }
}
