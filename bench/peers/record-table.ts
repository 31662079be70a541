/**
 * The interface's records in one flat table, for stacks that list a table. It is the best case for them. They
 * do not prepare statements, so a join of the catalogue would be planned at each call, for milliseconds.
 */
export const recordTable = [
  `create table booking_record as
  select
    booking.id as booking,
    contact.external_id,
    activity.id as activity_id,
    activity.title::json ->> interaction.default_language as activity_title,
    activity.location_hint::json ->> interaction.default_language as activity_location_hint,
    interaction.public_key,
    interaction.timezone,
    "group".unique_key,
    "group".display_name as group_display_name,
    to_char(to_timestamp(booking.slot_starting_at / 1000) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
      as slot_starting_at,
    booking.slot_starting_at as slot_order,
    case
      when host.id is null then activity.slot_duration_in_minutes
      else host.slot_duration_in_minutes
    end as slot_duration_in_minutes,
    booking.booking_status,
    to_char(to_timestamp(booking.booked_at / 1000) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
      as booked_at,
    ticket_type.display_name as ticket_type_display_name,
    ticket_type.has_limited_capacity = 1 as has_limited_capacity,
    host.display_name as host_display_name
  from booking
  join contact
    on contact.account_id = booking.account_id
    and contact.number = booking.contact_number
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
  where booking.account_id = 1`,
  "alter table booking_record add primary key (booking)",
  "create index booking_record_by_contact on booking_record (external_id, slot_order, booking)",
  "vacuum analyze booking_record",
];

/** One row of the table, as JSON. */
export interface RecordRow {
  readonly booking: string;
  readonly activity_id: string;
  readonly activity_title: string;
  readonly activity_location_hint: string;
  readonly public_key: string;
  readonly timezone: string;
  readonly unique_key: string;
  readonly group_display_name: string;
  readonly slot_starting_at: string;
  readonly slot_duration_in_minutes: number | null;
  readonly booking_status: string;
  readonly booked_at: string;
  readonly ticket_type_display_name: string;
  readonly has_limited_capacity: boolean;
  readonly host_display_name: string | null;
}

/** Makes the interface's record of a row. */
export function recordOf(row: RecordRow): object {
  return {
    activity: {
      id: row.activity_id,
      title: row.activity_title,
      location_hint: row.activity_location_hint,
    },
    interaction: { public_key: row.public_key, timezone: row.timezone },
    group: { unique_key: row.unique_key, display_name: row.group_display_name },
    slot_starting_at: row.slot_starting_at,
    ...(row.slot_duration_in_minutes !== null && {
      slot_duration_in_minutes: row.slot_duration_in_minutes,
    }),
    booking_status: row.booking_status,
    booked_at: row.booked_at,
    ticket_type: {
      display_name: row.ticket_type_display_name,
      has_limited_capacity: row.has_limited_capacity,
    },
    ...(row.host_display_name !== null && { host: { display_name: row.host_display_name } }),
    booking: row.booking,
  };
}
