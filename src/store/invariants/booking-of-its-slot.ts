import { sql } from "kysely";
import { invariant } from "./invariant.ts";

interface MisplacedRow {
  readonly booking: string;
}

/** What a booking repeats of its slot is what the slot says, and its ticket type is one of the slot's activity. */
export const bookingOfItsSlot = invariant<MisplacedRow>(
  "booking-of-its-slot",
  (accountId, limit) => sql<MisplacedRow>`
    select booking.id as booking
    from booking
    cross join slot
    cross join interaction
    cross join ticket_type
    left join host
    on host.account_id = ${accountId}
    and host.interaction_id = slot.interaction_id
    and host.activity_id = slot.activity_id
    and host.id = slot.host_id
    where booking.account_id = ${accountId}
    and slot.account_id = ${accountId}
    and slot.number = booking.slot_number
    and interaction.account_id = ${accountId}
    and interaction.id = slot.interaction_id
    and ticket_type.account_id = ${accountId}
    and ticket_type.number = booking.ticket_type_number
    and (
      booking.slot_starting_at <> slot.starting_at
      or booking.interaction_number <> interaction.number
      or (booking.host_number <> coalesce(host.number, 0) and (slot.host_id = '' or host.number is not null))
      or ticket_type.interaction_id <> slot.interaction_id
      or ticket_type.activity_id <> slot.activity_id
    )
    order by booking.id
    limit ${limit}`,
  ({ booking }) => ({
    booking,
    message:
      "The booking repeats another start, campaign or host than its slot has, or its ticket type is of another " +
      "activity: lists show what it repeats. Compare it with a backup, and move it with `booking import --update`.",
  }),
);
