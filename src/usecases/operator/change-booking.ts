import type { Booking, BookingChange, BookingId, Unchanged } from "../../domain/booking.ts";
import { markCancelled, refuseCancel, cancelTicket } from "../../domain/cancel-booking.ts";
import { checkIn, undoCheckIn } from "../../domain/check-in.ts";
import {
  isRefused,
  type Refused,
  type SeatRefusal,
  type TransitionRefusal,
} from "../../domain/refusal.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { Store } from "../../store/store.ts";
import { accountOfBooking, findBooking, type FoundBooking } from "./find-booking.ts";
import type { AccountReference } from "./identify-account.ts";
import { refuseReason } from "./refuse-reason.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/** A transition by an operator, with the rules of the public interface. `ticket` null means all. */
export interface Transition {
  readonly kind: "cancel" | "check-in" | "undo-check-in";
  readonly ticket: number | null;
  /** The operator's key: a transition repeated under it changes nothing a second time. */
  readonly idempotencyKey?: string | null;
  /** The reason of a cancel; null or absent where the operator gave none. */
  readonly reason?: string | null;
}

/** Changes a booking and returns its new state; a repeated check-in changes nothing. */
export async function changeBooking(
  store: Pick<Store, "accounts" | "account">,
  audit: AuditContext,
  bookingId: BookingId,
  reference: AccountReference | null,
  transition: Transition,
): Promise<FoundBooking | Refused<OperatorRefusal | TransitionRefusal | SeatRefusal>> {
  const { idempotencyKey: key = null, reason = null } = transition;
  const malformed = refuseReason(reason, audit.now);
  if (malformed !== null) return malformed;
  const account = await accountOfBooking(store, bookingId, reference);
  if (isRefused<OperatorRefusal>(account)) return account;
  const { actor, now, requestId = null } = audit;
  const idempotencyKey = key === null ? null : { clientId: actor, key };
  const order = { bookingId, actor, requestId, now, idempotencyKey, reason };
  const answer = await store
    .account(account.id)
    .changeBooking<TransitionRefusal>(order, (booking) => decide(booking, transition, audit.now));
  if (isRefused<TransitionRefusal>(answer)) return answer;
  return findBooking(store, bookingId, account);
}

function decide(
  booking: Booking,
  { kind, ticket }: Transition,
  now: number,
): BookingChange | Unchanged | Refused<TransitionRefusal> {
  switch (kind) {
    case "check-in":
      return checkIn(booking, ticket, now);
    case "undo-check-in":
      return undoCheckIn(booking, ticket);
    case "cancel": {
      if (ticket !== null) return cancelTicket(booking, ticket, now);
      const refused = refuseCancel(booking, now);
      return refused === null ? markCancelled(booking, now) : { refused };
    }
  }
}
