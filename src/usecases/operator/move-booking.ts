import type { BookingId } from "../../domain/booking.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { MoveRefusal } from "../../store/seats/move-booking.ts";
import type { Store } from "../../store/store.ts";
import { findBooking, type FoundBooking } from "./find-booking.ts";
import type { AccountReference } from "./identify-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/** Where a booking goes, within its campaign; what is left out stays as it is. */
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
 * Moves a booking to another slot and returns it as it stands then: CONFIRMED while seats are left
 * there, else on the waitlist there. It may be on the slot already.
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
  // Another activity has other hosts.
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
