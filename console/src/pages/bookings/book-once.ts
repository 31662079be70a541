import { callApi, type ApiRequest } from "../../api/call-api.ts";
import type { Booking } from "../../api/operations.ts";
import { ProblemError, UnreachableError } from "../../api/problem.ts";

export type Attempt =
  | { readonly kind: "booked"; readonly booking: Booking }
  /** Certainly nothing was booked. */
  | { readonly kind: "refused"; readonly error: Error }
  /** There was no response, and the result could not be read either. */
  | { readonly kind: "unknown"; readonly error: Error };

/** The requests of a booking; `ofRequest` finds the booking that a request made. */
export interface BookingApi {
  book(requestId: string): Promise<Booking>;
  ofRequest(requestId: string): Promise<Booking | null>;
}

/**
 * Books once. A request without a response may have booked, so its id is looked up in the histories before
 * the order is sent again; `again` says that it was sent before.
 */
export async function bookOnce(
  api: BookingApi,
  requestId: string,
  again: boolean,
): Promise<Attempt> {
  try {
    const made = again ? await api.ofRequest(requestId) : null;
    return { kind: "booked", booking: made ?? (await api.book(requestId)) };
  } catch (error) {
    if (!isNoAnswer(error)) return { kind: "refused", error: error as Error };
    const found = await api.ofRequest(requestId).catch(() => null);
    return found === null
      ? { kind: "unknown", error: error as Error }
      : { kind: "booked", booking: found };
  }
}

function isNoAnswer(error: unknown): boolean {
  return (
    error instanceof UnreachableError || (error instanceof ProblemError && error.status >= 500)
  );
}

export function bookingApi(request: ApiRequest<"book">): BookingApi {
  return {
    book: async (requestId) => (await callApi("book", { ...request, requestId })).body,
    ofRequest: async (requestId) => {
      const query = { request_id: requestId, limit: 1 };
      const { body } = await callApi("findBookings", { path: request.path, query });
      return body.items[0] ?? null;
    },
  };
}
