import { catalogueColumns, partsOf, type CatalogueTexts } from "./catalogue-texts.ts";
import type { ListQuestion } from "./list-question.ts";

/** Reads the catalogue, once, when the server starts. */
export const catalogueStatement = `
  select
    ticket_type.number as ticket_type_number,
    coalesce(host.number, 0) as host_number,
    ${catalogueColumns}
  from interaction
  join "group"
    on "group".account_id = interaction.account_id
    and "group".unique_key = interaction.group_unique_key
  join activity
    on activity.account_id = interaction.account_id
    and activity.interaction_id = interaction.id
  join ticket_type
    on ticket_type.account_id = activity.account_id
    and ticket_type.interaction_id = activity.interaction_id
    and ticket_type.activity_id = activity.id
  left join host
    on host.account_id = activity.account_id
    and host.interaction_id = activity.interaction_id
    and host.activity_id = activity.id
  where interaction.account_id = 1`;

export interface CatalogueRow extends CatalogueTexts {
  readonly ticket_type_number: number;
  readonly host_number: number;
}

/** The parts of a record's JSON that are the same for several bookings. */
export interface Fragments {
  readonly untilSlot: string;
  readonly untilStatus: string;
  readonly untilBooking: string;
}

/** Fragments by ticket type and host. */
export function catalogueFragments(rows: readonly CatalogueRow[]): Map<string, Fragments> {
  return new Map(
    rows.map((row) => {
      const { activity, interaction, group, minutes, ticketType, host } = partsOf(row);
      return [
        `${row.ticket_type_number} ${row.host_number}`,
        {
          untilSlot: `{"activity":${JSON.stringify(activity)},"interaction":${JSON.stringify(interaction)},"group":${JSON.stringify(group)},"slot_starting_at":"`,
          untilStatus: `",${minutes === null ? "" : `"slot_duration_in_minutes":${minutes},`}"booking_status":"`,
          untilBooking: `","ticket_type":${JSON.stringify(ticketType)},${host === null ? "" : `"host":${JSON.stringify(host)},`}"booking":"`,
        },
      ];
    }),
  );
}

/** Selects booking rows alone; the page's length gives the total unless the page is full. */
export function tunedStatement(mark: (position: number) => string, limit: number, offset: number) {
  return `
    select
      booking.id,
      booking.slot_starting_at,
      booking.booking_status,
      booking.booked_at,
      booking.ticket_type_number,
      booking.host_number
    from contact
    join booking
      on booking.account_id = contact.account_id
      and booking.contact_number = contact.number
    where contact.account_id = 1
    and contact.external_id = ${mark(1)}
    order by booking.slot_starting_at, booking.id
    limit ${limit}
    offset ${offset}`;
}

export function tunedCount(mark: (position: number) => string): string {
  return `
    select count(*)
    from contact
    join booking
      on booking.account_id = contact.account_id
      and booking.contact_number = contact.number
    where contact.account_id = 1
    and contact.external_id = ${mark(1)}`;
}

export type TunedRow = readonly [
  id: string,
  slotStartingAt: number,
  status: string,
  bookedAt: number,
  ticketTypeNumber: number,
  hostNumber: number,
];

/** Joins the answer from its fragments. */
export function tunedAnswer(
  fragments: ReadonlyMap<string, Fragments>,
  rows: readonly TunedRow[],
  question: ListQuestion,
  total: number,
): string {
  const page = `"page_number":${question.pageNumber},"page_size":${question.pageSize}`;
  if (total === 0) return `{${page}}`;
  let text = "";
  const shown = Math.min(rows.length, question.pageSize);
  for (let at = 0; at < shown; at += 1) {
    const row = rows[at];
    if (row === undefined) break;
    const around = fragments.get(`${row[4]} ${row[5]}`);
    if (around === undefined) throw new Error("The catalogue has changed.");
    text += `${at === 0 ? "" : ","}${around.untilSlot}${instant(row[1])}${around.untilStatus}${row[2]}","booked_at":"${instant(row[3])}${around.untilBooking}${row[0]}"}`;
  }
  return `{${text === "" ? "" : `"bookings":[${text}],`}${page},"total_count":${total}}`;
}

function instant(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
