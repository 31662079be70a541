import type { BookingId } from "../../domain/booking.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { BookingDetails } from "../../store/bookings/booking-details.ts";
import type { Store } from "../../store/store.ts";
import {
  identifyAccount,
  type AccountReference,
  type IdentifiedAccount,
} from "./identify-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/** A booking and the account it belongs to. */
export interface FoundBooking {
  readonly account: IdentifiedAccount;
  readonly details: BookingDetails;
}

/**
 * Finds a booking by its id, in one account or in all. An id may exist in two accounts, when
 * production was copied into UAT; then the account must be named.
 */
export async function findBooking(
  store: Pick<Store, "accounts" | "account">,
  bookingId: BookingId,
  reference: AccountReference | null,
): Promise<FoundBooking | Refused<OperatorRefusal>> {
  const account = await accountOfBooking(store, bookingId, reference);
  if (isRefused<OperatorRefusal>(account)) return account;
  const [details] = await store.account(account.id).findBookings({ id: bookingId, limit: 1 });
  return details === undefined ? { refused: { why: "unknown-booking" } } : { account, details };
}

/** The account of a booking: the named one, or the only one that has the id. */
export async function accountOfBooking(
  store: Pick<Store, "accounts">,
  bookingId: BookingId,
  reference: AccountReference | null,
): Promise<IdentifiedAccount | Refused<OperatorRefusal>> {
  if (reference !== null) return identifyAccount(store, reference);
  const accounts = await store.accounts.ofBooking(bookingId);
  const [account, ...others] = accounts;
  if (others.length > 0) {
    return { refused: { why: "booking-not-unique", accounts: accounts.map(({ name }) => name) } };
  }
  return account ?? { refused: { why: "unknown-booking" } };
}
