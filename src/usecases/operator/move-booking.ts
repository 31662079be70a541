import type { BookingId } from "../../domain/booking.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { MoveRefusal } from "../../store/bookings/move-booking.ts";
import type { Store } from "../../store/store.ts";
import { findBooking, type FoundBooking } from "./find-booking.ts";
import type { AccountReference } from "./identify-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/** The destination of a booking, within its campaign. A part that is left out stays as it is. */
export interface MoveRequest {
  readonly bookingId: BookingId;
  /** Null where the id exists in one account only. */
  readonly account: AccountReference | null;
  /** Milliseconds UTC. */
  readonly startingAt: number;
  readonly activityId?: string;
  readonly hostId?: string;
  readonly ticketTypeId?: string;
}

/**
 * Moves a booking to another slot, or to another ticket type on its own slot. Returns its new state:
 * CONFIRMED while seats are left, else on the waitlist.
 */
export async function moveBooking(
  store: Pick<Store, "accounts" | "account">,
  audit: AuditContext,
  request: MoveRequest,
): Promise<FoundBooking | Refused<OperatorRefusal | MoveRefusal>> {
  const { bookingId } = request;
  const found = await findBooking(store, bookingId, request.account);
  if (isRefused<OperatorRefusal>(found)) return found;
  const { account, details } = found;
  const activityId = request.activityId ?? details.activityId;
  // Another activity has other hosts, so the old host is no default there.
  const hostBefore = activityId === details.activityId ? details.hostId : null;
  const moved = await store.account(account.id).moveBooking(audit, {
    bookingId,
    to: {
      publicKey: details.publicKey,
      activityId,
      hostId: request.hostId ?? hostBefore,
      startingAt: request.startingAt,
    },
    ticketTypeId: request.ticketTypeId ?? details.ticketTypeId,
  });
  return isRefused<MoveRefusal>(moved) ? moved : findBooking(store, bookingId, account);
}
