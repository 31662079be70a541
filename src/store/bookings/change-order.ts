import type { Booking, BookingChange, BookingId, Unchanged } from "../../domain/booking.ts";
import type { CancelRefusal, Refused } from "../../domain/refusal.ts";
import type { IdempotencyKey } from "./idempotency-records.ts";

/** An order to change a booking: which one, on whose behalf, and when. */
export interface BookingChangeOrder {
  readonly bookingId: BookingId;
  readonly actor: string;
  readonly requestId: string | null;
  readonly now: number;
  /** The key that makes a repeated order harmless: the same key gets the first answer again. */
  readonly idempotencyKey: IdempotencyKey | null;
  /** The reason, in free text for readers of the history; absent or null when none was given. */
  readonly reason?: string | null;
}

/**
 * The pure rule: returns the change of the booking as it stands, or the reason why there is none. The store
 * may call it several times.
 */
export type BookingRule<R> = (booking: Booking) => BookingChange | Unchanged | Refused<R>;

/** `repeated`: the answer is that of an earlier order under the same key. */
export type BookingChangeAnswer<R> =
  | { readonly changed: boolean; readonly repeated?: true }
  | Refused<R | CancelRefusal>;
