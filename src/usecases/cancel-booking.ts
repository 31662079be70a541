import type { BookingId, BookingStatus } from "../domain/booking.ts";
import { markCancelled, refuseCancel } from "../domain/cancel-rules.ts";
import type { CancelRefusal, Refused } from "../domain/refusal.ts";
import type { AccountStore } from "../store/account-store.ts";

export interface CancelOrder {
  readonly bookingId: BookingId;
  readonly clientId: string;
  readonly requestId: string;
  /** The caller's Idempotency-Key, or null. */
  readonly idempotencyKey: string | null;
  /** The reason for the booking's history; absent or null where the caller gave none. */
  readonly reason?: string | null;
}

/** The bookings that are not CANCELLED and that a cancel would refuse now, each with its first reason. */
export async function findNotCancellable(
  account: Pick<AccountStore, "readBookings">,
  listed: readonly { readonly id: string; readonly status: BookingStatus }[],
  now: number,
): Promise<readonly { readonly id: string; readonly why: CancelRefusal["why"] }[]> {
  const ids = listed.flatMap(({ id, status }) => (status === "CANCELLED" ? [] : [id]));
  const bookings = await account.readBookings(ids);
  return ids.flatMap((id) => {
    const booking = bookings.get(id);
    const refused = booking === undefined ? null : refuseCancel(booking, now);
    return refused === null ? [] : [{ id, why: refused.why }];
  });
}

export type CancelAccount = Pick<AccountStore, "changeBookingInBatch">;

interface Cancelled {
  readonly changed: boolean;
  /** The answer is that of an earlier order under the same key. */
  readonly repeated?: true;
}

/** Cancels a booking of the account and its tickets. A booking of another account is unknown. */
export function cancelBooking(
  account: CancelAccount,
  order: CancelOrder,
  now: number,
): Promise<Cancelled | Refused<CancelRefusal>> {
  const { bookingId, clientId, requestId, idempotencyKey, reason = null } = order;
  return account.changeBookingInBatch(
    {
      bookingId,
      actor: `client: ${clientId}`,
      requestId,
      now,
      idempotencyKey: idempotencyKey === null ? null : { clientId, key: idempotencyKey },
      reason,
    },
    (booking) => {
      const refused = refuseCancel(booking, now);
      return refused === null ? markCancelled(booking, now) : { refused };
    },
  );
}
