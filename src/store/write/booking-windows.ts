import { sql, type RawBuilder } from "kysely";
import { windowOf, type BookingWindow, type WindowTerms } from "../../domain/booking-window.ts";

/** What says until when a ticket type is given in a slot (`windowOf`). */
export const windowColumns = [
  "interaction.timezone",
  "ticket_type.bookable_from",
  "ticket_type.bookable_until",
  "ticket_type.booking_cutoff_minutes as cutoffOfType",
  "interaction.booking_cutoff_minutes as cutoffOfCampaign",
  "interaction.waitlist_promotion as promotion",
  "interaction.waitlist_offer_minutes as offerMinutes",
] as const;

interface WindowRow extends Omit<WindowTerms, "from" | "until"> {
  readonly bookable_from: number | null;
  readonly bookable_until: number | null;
}

export function windowOfRow(row: WindowRow): BookingWindow {
  return windowOf({ ...row, from: row.bookable_from, until: row.bookable_until });
}

/** By how much the last offer comes before a cut-off; milliseconds, as `movesUpUntil` has it. */
const shortestOffer = sql`(
  case
    when interaction.waitlist_promotion <> 'offer' then 0
    when interaction.waitlist_offer_minutes < 5 then 60000 * interaction.waitlist_offer_minutes - 1
    else 299999
  end
)`;

const cutoffMinutes = sql`coalesce(ticket_type.booking_cutoff_minutes, interaction.booking_cutoff_minutes, 0)`;

/**
 * The first moment at which an entry moves up no more by itself, as `movesUpUntil` has it; milliseconds UTC. For a
 * statement with `booking`, its `ticket_type` and its `interaction`.
 */
export const movesUpEnd: RawBuilder<number> = sql`(
  booking.slot_starting_at - ${shortestOffer}
  - case when ${cutoffMinutes} > 0 then cast(60000 as bigint) * ${cutoffMinutes} else 0 end
)`;
