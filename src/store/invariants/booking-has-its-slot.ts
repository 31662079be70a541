import { sql } from "kysely";
import { formatInstant } from "../../domain/instant.ts";
import { invariant, type SlotColumns } from "./invariant.ts";

type Row = SlotColumns & { readonly booking: string };

/** The slot of a booking exists. */
export const bookingHasItsSlot = invariant<Row>(
  "booking-has-its-slot",
  (accountId, limit) => sql<Row>`
    select
      booking.id as booking,
      booking.interaction_id,
      booking.activity_id,
      booking.host_id,
      booking.slot_starting_at as starting_at
    from booking
    where booking.account_id = ${accountId}
    and not exists (
      select 1
      from slot
      where slot.account_id = booking.account_id
      and slot.interaction_id = booking.interaction_id
      and slot.activity_id = booking.activity_id
      and slot.host_id = booking.host_id
      and slot.starting_at = booking.slot_starting_at
    )
    order by booking.contact_id, booking.slot_starting_at, booking.id
    limit ${limit}`,
  ({ booking, activity_id, host_id, starting_at }) => ({
    booking,
    message:
      `The booking is for a slot that does not exist, of the activity ${activity_id}` +
      `${host_id === "" ? "" : ` with the host ${host_id}`} at ${formatInstant(starting_at)}: ` +
      "bring the slot back with `booking import`.",
  }),
);
