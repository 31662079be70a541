import { catalogueColumns, partsOf, type CatalogueTexts } from "./catalogue-texts.ts";
import type { ListQuestion } from "./list-question.ts";

/** The list as most people would write it: everything in one statement, with the total beside each row. */
export function naiveStatement(mark: (position: number) => string): string {
  return `
    select
      booking.id,
      booking.slot_starting_at,
      booking.booking_status,
      booking.booked_at,
      ${catalogueColumns},
      count(*) over () as total
    from contact
    join booking
      on booking.account_id = contact.account_id
      and booking.contact_number = contact.number
    join interaction
      on interaction.account_id = booking.account_id
      and interaction.number = booking.interaction_number
    join "group"
      on "group".account_id = interaction.account_id
      and "group".unique_key = interaction.group_unique_key
    join ticket_type
      on ticket_type.account_id = booking.account_id
      and ticket_type.number = booking.ticket_type_number
    join activity
      on activity.account_id = booking.account_id
      and activity.interaction_id = ticket_type.interaction_id
      and activity.id = ticket_type.activity_id
    left join host
      on host.account_id = booking.account_id
      and host.number = booking.host_number
    where contact.account_id = 1
    and contact.external_id = ${mark(1)}
    order by booking.slot_starting_at, booking.id
    limit ${mark(2)}
    offset ${mark(3)}`;
}

/** One row of the statement. */
export interface NaiveRow extends CatalogueTexts {
  readonly id: string;
  readonly slot_starting_at: number;
  readonly booking_status: string;
  readonly booked_at: number;
  readonly total: number;
}

export function naiveAnswer(rows: readonly NaiveRow[], question: ListQuestion): string {
  const [first] = rows;
  return JSON.stringify({
    ...(first !== undefined && { bookings: rows.map(toRecord) }),
    page_number: question.pageNumber,
    page_size: question.pageSize,
    ...(first !== undefined && { total_count: first.total }),
  });
}

function toRecord(row: NaiveRow): object {
  const { activity, interaction, group, minutes, ticketType, host } = partsOf(row);
  return {
    activity,
    interaction,
    group,
    slot_starting_at: instant(row.slot_starting_at),
    ...(minutes !== null && { slot_duration_in_minutes: minutes }),
    booking_status: row.booking_status,
    booked_at: instant(row.booked_at),
    ticket_type: ticketType,
    ...(host !== null && { host }),
    booking: row.id,
  };
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(".000Z", "Z");
}
