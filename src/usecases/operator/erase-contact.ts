import { randomUUID } from "node:crypto";
import type { AccountName } from "../../domain/account.ts";
import { erasedExternalId } from "../../domain/contact.ts";
import { isRefused, type Refused, type TransitionRefusal } from "../../domain/refusal.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { BookingDetails } from "../../store/bookings/booking-details.ts";
import type { Contact } from "../../store/bookings/contacts.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { Store } from "../../store/store.ts";
import { changeBooking } from "./change-booking.ts";
import { identifyAccount } from "./identify-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

export interface ErasureOrder {
  /** The platform's id of the contact. */
  readonly contactId: string;
  /** The decision on live bookings to come. Null: such bookings refuse the erasure. */
  readonly upcoming: "cancel" | "keep" | null;
  /** Only counts. */
  readonly dryRun?: boolean;
}

/** How many bookings the contact has, and how many of them the erasure cancelled. */
interface Erasure {
  readonly bookings: number;
  readonly cancelled: number;
}

export type ContactRefusal =
  | { readonly why: "unknown-contact" }
  | { readonly why: "contact-has-upcoming"; readonly bookings: number };

/**
 * Erases the identity of a contact. Its bookings stay under a random external id, so that seats and
 * histories add up. The operator decides about bookings to come, because the caller could not
 * cancel them afterwards.
 */
export async function eraseContact(
  store: Pick<Store, "accounts" | "account">,
  audit: AuditContext,
  accountName: AccountName,
  { contactId, upcoming, dryRun = false }: ErasureOrder,
): Promise<Erasure | Refused<OperatorRefusal | TransitionRefusal | ContactRefusal>> {
  const account = await identifyAccount(store, accountName);
  if (isRefused<OperatorRefusal>(account)) return account;
  const door = store.account(account.id);
  const contact = await door.findContact({ id: contactId });
  if (contact === null) return { refused: { why: "unknown-contact" } };
  const bookings = await bookingsOf(door, contact);
  const open = bookings.filter((each) => isUpcoming(each, audit.now));
  if (open.length > 0 && upcoming === null) {
    return { refused: { why: "contact-has-upcoming", bookings: open.length } };
  }
  const counts = { bookings: bookings.length, cancelled: upcoming === "cancel" ? open.length : 0 };
  if (dryRun) return counts;
  if (upcoming === "cancel") {
    for (const { booking } of open) {
      const transition = { kind: "cancel", ticket: null } as const;
      const answer = await changeBooking(store, audit, booking.id, accountName, transition);
      // Another cancel may have come first, with the same result.
      if (isRefused<TransitionRefusal>(answer) && answer.refused.why !== gone) return answer;
    }
  }
  const newExternalId = erasedExternalId(randomUUID());
  const erased = await door.eraseContact(audit, { id: contactId, newExternalId });
  return erased ? counts : { refused: { why: "unknown-contact" } };
}

const gone = "ticket-already-cancelled";

function isUpcoming({ booking }: BookingDetails, now: number): boolean {
  return booking.status !== "CANCELLED" && booking.slotStartingAt > now;
}

/** Bookings that one query reads. */
const portion = 500;

/** All bookings of a contact, by slot start. */
export async function bookingsOf(
  door: Pick<AccountStore, "findBookings">,
  { externalId }: Contact,
): Promise<BookingDetails[]> {
  const all: BookingDetails[] = [];
  for (;;) {
    const last = all.at(-1)?.booking;
    const some = await door.findBookings({
      externalId,
      ...(last !== undefined && { after: { slotStartingAt: last.slotStartingAt, id: last.id } }),
      limit: portion,
    });
    all.push(...some);
    if (some.length < portion) return all;
  }
}
