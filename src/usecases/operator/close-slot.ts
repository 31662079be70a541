import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { Closing, ClosingOrder } from "../../store/bookings/close-slot.ts";
import type { SlotDetails } from "../../store/bookings/slot-details.ts";
import type { Store } from "../../store/store.ts";
import { findSlot } from "./find-slot.ts";
import { identifyAccount, type AccountReference } from "./identify-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";
import { refuseReason } from "./refuse-reason.ts";

/** The closed slot and its cancelled bookings; in a dry run, those that would be cancelled. */
export interface ClosedSlot extends Closing {
  readonly slot: SlotDetails;
}

/**
 * Closes a slot that cannot take place: sets its capacity to 0 and cancels all its bookings, also past a
 * cut-off. Refused where attendees have checked in, unless the order includes them.
 */
export async function closeSlot(
  store: Pick<Store, "accounts" | "account">,
  audit: AuditContext,
  reference: AccountReference,
  order: ClosingOrder,
): Promise<ClosedSlot | Refused<OperatorRefusal | SeatRefusal>> {
  const malformed = refuseReason(order.reason, audit.now);
  if (malformed !== null) return malformed;
  const account = await identifyAccount(store, reference);
  if (isRefused<OperatorRefusal>(account)) return account;
  const door = store.account(account.id);
  const closing = await door.closeSlot(audit, order);
  if (isRefused<SeatRefusal>(closing)) return closing;
  // A slot with bookings stays; an empty one may have been removed meanwhile.
  const slot = await findSlot(door, order.place);
  return isRefused<SeatRefusal>(slot) ? slot : { slot, cancelled: closing.cancelled };
}
