/**
 * The same rows with a one-column key for each table and native timestamps, in a schema of their own.
 * Generators of schemas and statements make such tables, and work best on them.
 */
export const numberedTables = [
  "create schema numbered",
  `create table numbered."group" as
  select row_number() over ()::int as id, unique_key, display_name
  from "group"
  where account_id = 1`,
  `create table numbered.interaction as
  select
    row_number() over ()::int as id,
    interaction.id as resource_id,
    interaction.public_key,
    interaction.timezone,
    interaction.default_language,
    interaction.cancellation_cutoff_minutes,
    "group".id as group_id
  from interaction
  join numbered."group"
    on "group".unique_key = interaction.group_unique_key
  where account_id = 1`,
  `create table numbered.activity as
  select
    row_number() over ()::int as id,
    activity.id as key,
    activity.title,
    activity.location_hint,
    activity.slot_duration_in_minutes,
    interaction.id as interaction_id
  from activity
  join numbered.interaction
    on interaction.resource_id = activity.interaction_id
  where account_id = 1`,
  // The parts of an activity find its number here.
  `create view numbered.activity_number as
  select activity.id, activity.key, interaction.resource_id
  from numbered.activity
  join numbered.interaction
    on interaction.id = activity.interaction_id`,
  `create table numbered.host as
  select
    row_number() over ()::int as id,
    host.id as key,
    host.display_name,
    host.slot_duration_in_minutes,
    activity.id as activity_id
  from host
  join numbered.activity_number as activity
    on activity.resource_id = host.interaction_id
    and activity.key = host.activity_id
  where account_id = 1`,
  `create table numbered.ticket_type as
  select
    row_number() over ()::int as id,
    ticket_type.id as key,
    ticket_type.display_name,
    ticket_type.has_limited_capacity = 1 as has_limited_capacity,
    activity.id as activity_id
  from ticket_type
  join numbered.activity_number as activity
    on activity.resource_id = ticket_type.interaction_id
    and activity.key = ticket_type.activity_id
  where account_id = 1`,
  `create table numbered.slot as
  select
    row_number() over ()::int as id,
    to_timestamp(slot.starting_at / 1000) as starting_at,
    slot.capacity,
    slot.taken,
    activity.id as activity_id,
    host.id as host_id
  from slot
  join numbered.activity_number as activity
    on activity.resource_id = slot.interaction_id
    and activity.key = slot.activity_id
  left join numbered.host
    on host.activity_id = activity.id
    and host.key = slot.host_id
  where account_id = 1`,
  `create table numbered.contact as
  select row_number() over ()::int as id, external_id, contact.id as resource_id, contact.number as account_number
  from contact
  where account_id = 1`,
  `create table numbered.booking as
  select
    row_number() over ()::int as id,
    booking.id as key,
    slot.starting_at as slot_starting_at,
    booking.booking_status,
    to_timestamp(booking.booked_at / 1000) as booked_at,
    contact.id as contact_id,
    activity.id as activity_id,
    host.id as host_id,
    ticket_type.id as ticket_type_id,
    slot.id as slot_id
  from booking
  join numbered.contact
    on contact.account_number = booking.contact_number
  join public.slot as booked
    on booked.account_id = booking.account_id
    and booked.number = booking.slot_number
  join numbered.activity_number as activity
    on activity.resource_id = booked.interaction_id
    and activity.key = booked.activity_id
  join public.ticket_type as type
    on type.account_id = booking.account_id
    and type.number = booking.ticket_type_number
  join numbered.ticket_type
    on ticket_type.activity_id = activity.id
    and ticket_type.key = type.id
  left join numbered.host
    on host.activity_id = activity.id
    and host.key = booked.host_id
  join numbered.slot
    on slot.activity_id = activity.id
    and slot.host_id is not distinct from host.id
    and slot.starting_at = to_timestamp(booking.slot_starting_at / 1000)
  where booking.account_id = 1`,
  `create table numbered.ticket as
  select
    row_number() over ()::int as id,
    ticket.number,
    to_timestamp(ticket.cancelled_at / 1000) as cancelled_at,
    to_timestamp(ticket.attendee_checked_in_at / 1000) as checked_in_at,
    booking.id as booking_id
  from ticket
  join numbered.booking
    on booking.key = ticket.booking_id
  where account_id = 1`,
  `create table numbered.event as
  select
    row_number() over ()::int as id,
    booking_event.number,
    booking_event.kind,
    booking_event.booking_status,
    to_timestamp(booking_event.at / 1000) as at,
    booking_event.actor,
    booking.id as booking_id
  from booking_event
  join numbered.booking
    on booking.key = booking_event.booking_id
  where account_id = 1`,
];

const tableNames = [
  '"group"',
  "interaction",
  "activity",
  "host",
  "ticket_type",
  "slot",
  "contact",
  "booking",
  "ticket",
  "event",
];

/** Keys and indexes as its users would add them. */
export const numberedKeys = [
  ...tableNames.map((name) => `alter table numbered.${name} add primary key (id)`),
  "create unique index on numbered.contact (external_id)",
  "create unique index on numbered.booking (key)",
  "create index on numbered.booking (contact_id, slot_starting_at, key)",
  "create index on numbered.ticket (booking_id)",
  "create unique index on numbered.event (booking_id, number)",
  "create sequence numbered.event_id",
  "select setval('numbered.event_id', (select max(id) from numbered.event))",
  "alter table numbered.event alter column id set default nextval('numbered.event_id')",
  "vacuum analyze",
];
