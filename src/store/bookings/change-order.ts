import type { Booking, BookingChange, BookingId, Unchanged } from "../../domain/booking.ts";
import type { CancelRefusal, Refused } from "../../domain/refusal.ts";
import type { IdempotencyKey } from "./idempotency-records.ts";

/** Which booking to change, on whose behalf, and when. */
export interface BookingChangeOrder {
  readonly bookingId: BookingId;
  readonly actor: string;
  readonly requestId: string | null;
  readonly now: number;
  /** Makes repeating the order harmless: the same key gets the same answer again. */
  readonly once: IdempotencyKey | null;
  /** Why, in words for whoever reads the history; absent or null where nobody said. */
  readonly reason?: string | null;
}

/** The pure rule: what to do with the booking as it stands, or why nothing. It may be asked again. */
export type BookingDecision<R> = (booking: Booking) => BookingChange | Unchanged | Refused<R>;

export type BookingChangeAnswer<R> = { readonly changed: boolean } | Refused<R | CancelRefusal>;
