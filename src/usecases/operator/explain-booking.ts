import type { BookingId } from "../../domain/booking.ts";
import { explainWaiting, type WaitingReason } from "../../domain/waitlist.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { Store } from "../../store/store.ts";
import { explainCancel, type Verdict } from "./explain-cancel.ts";
import { findBooking, type FoundBooking } from "./find-booking.ts";
import type { AccountReference } from "./identify-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

export interface Explanation {
  readonly found: FoundBooking;
  /** Every rule of cancelling and its verdict. */
  readonly verdicts: readonly Verdict[];
  readonly cancellable: boolean;
  /** The reason why it has not been promoted; null for a booking that is not on a waitlist. */
  readonly waiting: WaitingReason | null;
}

/** Explains whether a booking can be cancelled, and why it waits if it does. */
export async function explainBooking(
  store: Pick<Store, "accounts" | "account">,
  bookingId: BookingId,
  account: AccountReference | null,
  now: number,
): Promise<Explanation | Refused<OperatorRefusal>> {
  const found = await findBooking(store, bookingId, account);
  if (isRefused<OperatorRefusal>(found)) return found;
  const { booking } = found.details;
  const verdicts = explainCancel(booking, now);
  const cancellable = verdicts.every(({ passed }) => passed);
  return { found, verdicts, cancellable, waiting: await waitingOf(store, found) };
}

async function waitingOf(
  store: Pick<Store, "account">,
  { account, details: { booking } }: FoundBooking,
): Promise<WaitingReason | null> {
  if (booking.status !== "WAITLIST") return null;
  const state = await store.account(account.id).readWaitingState(booking.id);
  return state === null
    ? null
    : explainWaiting(booking, state.seats, state.promotes, state.waitlist);
}
