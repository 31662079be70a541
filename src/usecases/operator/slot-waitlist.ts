import type { AccountId } from "../../domain/account.ts";
import { explainWaiting, type WaitingReason } from "../../domain/waitlist.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import type { BookingDetails } from "../../store/bookings/booking-details.ts";
import type { NamedSlot } from "../../store/bookings/named-slot.ts";
import type { Store } from "../../store/store.ts";

/** An entry of a waitlist, and the reason why it has not moved up yet. */
export interface ExplainedEntry {
  readonly details: BookingDetails;
  readonly reason: WaitingReason;
}

/** The waitlist of a slot in order of entry; the first 1,000. */
export async function slotWaitlist(
  store: Pick<Store, "account">,
  accountId: AccountId,
  place: NamedSlot,
): Promise<readonly ExplainedEntry[] | Refused<SeatRefusal>> {
  const door = store.account(accountId);
  const state = await door.readSlotWaiting(place);
  if (isRefused<SeatRefusal>(state)) return state;
  const { seats, promotes, waitlist } = state;
  if (waitlist.length === 0) return [];
  const ids = waitlist.map(({ id }) => id);
  const { publicKey, activityId, hostId, startingAt } = place;
  const found = await door.findBookings({
    publicKey,
    activityId,
    ...(hostId !== null && { hostId }),
    slotStartingAt: startingAt,
    ids,
    statuses: ["WAITLIST"],
    limit: ids.length,
  });
  const byId = new Map(found.map((details) => [details.booking.id as string, details]));
  return waitlist.flatMap(({ id }) => {
    const details = byId.get(id);
    // The entry may have been promoted or cancelled between the two queries.
    if (details === undefined) return [];
    return [{ details, reason: explainWaiting(details.booking, seats, promotes, waitlist) }];
  });
}
