import type { ListQuestion } from "./list-question.ts";

/** The catalogue as it is read once, when the server starts. */
export const catalogueStatement = `
  select
    interaction.id as interaction_id,
    interaction.public_key,
    interaction.timezone,
    interaction.default_language,
    "group".unique_key,
    "group".display_name as group_name,
    activity.id as activity_id,
    activity.title,
    activity.location_hint,
    activity.slot_duration_in_minutes as activity_minutes,
    ticket_type.id as ticket_type_id,
    ticket_type.display_name as ticket_type_name,
    ticket_type.has_limited_capacity,
    coalesce(host.id, '') as host_id,
    host.display_name as host_name,
    host.slot_duration_in_minutes as host_minutes
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

export interface CatalogueRow {
  readonly interaction_id: string;
  readonly public_key: string;
  readonly timezone: string;
  readonly default_language: string;
  readonly unique_key: string;
  readonly group_name: string;
  readonly activity_id: string;
  readonly title: string;
  readonly location_hint: string;
  readonly activity_minutes: number | null;
  readonly ticket_type_id: string;
  readonly ticket_type_name: string;
  readonly has_limited_capacity: number;
  readonly host_id: string;
  readonly host_name: string | null;
  readonly host_minutes: number | null;
}

/** The parts of a record's JSON around what differs from booking to booking. */
export interface Fragments {
  readonly untilSlot: string;
  readonly untilStatus: string;
  readonly untilBooking: string;
}

/** Fragments by campaign, activity, host and ticket type. */
export function catalogueFragments(rows: readonly CatalogueRow[]): Map<string, Fragments> {
  return new Map(
    rows.map((row) => {
      const minutes = row.host_name === null ? row.activity_minutes : row.host_minutes;
      const activity = {
        id: row.activity_id,
        title: textIn(row.title, row.default_language),
        location_hint: textIn(row.location_hint, row.default_language),
      };
      const interaction = { public_key: row.public_key, timezone: row.timezone };
      const group = { unique_key: row.unique_key, display_name: row.group_name };
      const ticketType = {
        display_name: row.ticket_type_name,
        has_limited_capacity: row.has_limited_capacity === 1,
      };
      const host =
        row.host_name === null ? "" : `"host":${JSON.stringify({ display_name: row.host_name })},`;
      return [
        row.interaction_id + row.activity_id + row.host_id + row.ticket_type_id,
        {
          untilSlot: `{"activity":${JSON.stringify(activity)},"interaction":${JSON.stringify(interaction)},"group":${JSON.stringify(group)},"slot_starting_at":"`,
          untilStatus: `",${minutes === null ? "" : `"slot_duration_in_minutes":${minutes},`}"booking_status":"`,
          untilBooking: `","ticket_type":${JSON.stringify(ticketType)},${host}"booking":"`,
        },
      ];
    }),
  );
}

function textIn(map: string, language: string): string {
  return (JSON.parse(map) as Record<string, string>)[language] ?? "";
}

/** Booking rows alone; the total is told by the page itself unless it overflows. */
export function tunedStatement(mark: (position: number) => string, limit: number, offset: number) {
  return `
    select
      booking.id,
      booking.slot_starting_at,
      booking.booking_status,
      booking.booked_at,
      booking.interaction_id,
      booking.activity_id,
      booking.host_id,
      booking.ticket_type_id
    from contact
    join booking
      on booking.account_id = contact.account_id
      and booking.contact_id = contact.id
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
      and booking.contact_id = contact.id
    where contact.account_id = 1
    and contact.external_id = ${mark(1)}`;
}

export type TunedRow = readonly [
  id: string,
  slotStartingAt: number,
  status: string,
  bookedAt: number,
  interactionId: string,
  activityId: string,
  hostId: string,
  ticketTypeId: string,
];

/** The answer, put together from pieces. */
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
    const around = fragments.get(row[4] + row[5] + row[6] + row[7]);
    if (around === undefined) throw new Error("The catalogue has changed.");
    text += `${at === 0 ? "" : ","}${around.untilSlot}${instant(row[1])}${around.untilStatus}${row[2]}","booked_at":"${instant(row[3])}${around.untilBooking}${row[0]}"}`;
  }
  return `{${text === "" ? "" : `"bookings":[${text}],`}${page},"total_count":${total}}`;
}

function instant(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
