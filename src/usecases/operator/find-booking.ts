import type { AccountId, AccountName } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { BookingDetails } from "../../store/bookings/booking-details.ts";
import type { Store } from "../../store/store.ts";
import { identifyAccount } from "./identify-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/** A booking and the account it belongs to. */
export interface FoundBooking {
  readonly account: { readonly id: AccountId; readonly name: AccountName };
  readonly details: BookingDetails;
}

/**
 * Finds a booking by its id, in one account or in all. An id may exist in two accounts, when
 * production was copied into UAT; then the account must be named.
 */
export async function findBooking(
  store: Pick<Store, "accounts" | "account">,
  bookingId: BookingId,
  accountName: AccountName | null,
): Promise<FoundBooking | Refused<OperatorRefusal>> {
  const accounts = await accountsOf(store, bookingId, accountName);
  if (isRefused<OperatorRefusal>(accounts)) return accounts;
  const [account, ...others] = accounts;
  if (others.length > 0) {
    return { refused: { why: "booking-not-unique", accounts: accounts.map(({ name }) => name) } };
  }
  if (account === undefined) return { refused: { why: "unknown-booking" } };
  const [details] = await store.account(account.id).findBookings({ id: bookingId, limit: 1 });
  return details === undefined ? { refused: { why: "unknown-booking" } } : { account, details };
}

async function accountsOf(
  store: Pick<Store, "accounts">,
  bookingId: BookingId,
  accountName: AccountName | null,
): Promise<FoundBooking["account"][] | Refused<OperatorRefusal>> {
  if (accountName === null) return store.accounts.ofBooking(bookingId);
  const account = await identifyAccount(store, accountName);
  return isRefused<OperatorRefusal>(account) ? account : [account];
}
