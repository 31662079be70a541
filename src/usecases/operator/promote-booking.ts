import type { BookingId } from "../../domain/booking.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { Store } from "../../store/store.ts";
import { accountOfBooking, findBooking, type FoundBooking } from "./find-booking.ts";
import type { AccountReference } from "./identify-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

export interface PromotionRequest {
  readonly bookingId: BookingId;
  /** Null where the id exists in one account only. */
  readonly account: AccountReference | null;
  /** Passes over earlier entries of the waitlist, which is recorded. */
  readonly overtake: boolean;
}

/** Confirms the first entry of a waitlist, or another with `overtake`; returns the changed booking. */
export async function promoteBooking(
  store: Pick<Store, "accounts" | "account">,
  audit: AuditContext,
  { bookingId, account: reference, overtake }: PromotionRequest,
): Promise<FoundBooking | Refused<OperatorRefusal | SeatRefusal>> {
  const account = await accountOfBooking(store, bookingId, reference);
  if (isRefused<OperatorRefusal>(account)) return account;
  const promotion = await store.account(account.id).promote(audit, { bookingId, overtake });
  if (isRefused<SeatRefusal>(promotion)) return promotion;
  return findBooking(store, bookingId, account);
}
