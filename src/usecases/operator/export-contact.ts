import type { AccountName } from "../../domain/account.ts";
import { formatWholeLine } from "../../domain/data-file/format-data-line.ts";
import { lineOfBooking, notAfter } from "../../domain/data-file/line-of-booking.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { BookingDetails } from "../../store/bookings/booking-details.ts";
import type { Store } from "../../store/store.ts";
import { bookingsOf, type ContactRefusal } from "./erase-contact.ts";
import { identifyAccount } from "./identify-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/** The bookings of a contact as lines of a data file, by slot start. */
export async function exportContact(
  store: Pick<Store, "accounts" | "account">,
  name: AccountName,
  externalId: string,
  now = Date.now(),
): Promise<readonly object[] | Refused<OperatorRefusal | ContactRefusal>> {
  const account = await identifyAccount(store, name);
  if (isRefused<OperatorRefusal>(account)) return account;
  const door = store.account(account.id);
  const contact = await door.findContact({ externalId });
  if (contact === null) return { refused: { why: "unknown-contact" } };
  const bookings = await bookingsOf(door, contact);
  return linesOf(bookings, now);
}

export function linesOf(bookings: readonly BookingDetails[], now: number): object[] {
  return bookings.map((details) => formatWholeLine(notAfter(lineOfBooking(details), now)));
}
