import { sql } from "kysely";
import { invariant } from "./invariant.ts";

interface Row {
  readonly booking: string;
  readonly place: string;
}

/**
 * Nothing tells any more who an erased contact was (B93): no attendee of its bookings has a name, nor
 * did one in a history, and no reason stands before the erasure. A reason of a later change is one of
 * the change.
 */
export const erasedContactLeavesNothing = invariant<Row>(
  "erased-contact-leaves-nothing",
  (accountId, limit) => sql<Row>`
    select booking.id as booking, 'ticket ' || ticket.number as place
    from contact
    cross join booking
    cross join ticket
    where contact.account_id = ${accountId}
    and contact.external_id like ${erased}
    and booking.account_id = ${accountId}
    and booking.contact_id = contact.id
    and ticket.account_id = ${accountId}
    and ticket.booking_id = booking.id
    and ticket.attendee_display_name is not null
    union all
    select booking.id as booking, 'event ' || event.number as place
    from contact
    cross join booking
    cross join booking_event as event
    where contact.account_id = ${accountId}
    and contact.external_id like ${erased}
    and booking.account_id = ${accountId}
    and booking.contact_id = contact.id
    and event.account_id = ${accountId}
    and event.booking_id = booking.id
    and (
      event.details like '%"display_name":"%'
      or (
        event.details like '%"reason":"%'
        and exists (
          select 1
          from booking_event as erasure
          where erasure.account_id = ${accountId}
          and erasure.booking_id = event.booking_id
          and erasure.number > event.number
          and erasure.kind = 'contact-erased'
        )
      )
    )
    order by 1, 2
    limit ${limit}`,
  ({ booking, place }) => ({
    booking,
    message:
      `The booking's contact was erased, and ${place} still has a name or a reason: ` +
      "erase the contact once more over the operator API.",
  }),
);

/** The external id of an erased contact, as `isErased` knows it. */
const erased = "erased-________-____-____-____-____________";
