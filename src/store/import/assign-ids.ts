import type { DatabaseSync } from "node:sqlite";

/**
 * Numbers every thing that the lines define or name, each once, and ties the bookings to the
 * numbers. What the file defines comes first, so that it keeps its line. A key may still stand on
 * several lines where one of them is bad; then nothing is imported, and any of them will do.
 */
export async function assignIds(
  scratch: DatabaseSync,
  yieldToEventLoop: () => Promise<void>,
): Promise<void> {
  for (const statement of [...nameCatalogue, ...nameSlotsAndContacts, ...tieBookings]) {
    scratch.exec(statement);
    await yieldToEventLoop();
  }
}

/**
 * A random UUID, version 4. A function of ours would do, too, but what it returns stays in memory
 * until the statement ends.
 */
const newUuid = `lower(printf(
  '%s-%s-4%s-%s%s-%s',
  hex(randomblob(4)),
  hex(randomblob(2)),
  substr(hex(randomblob(2)), 2),
  substr('89ab', 1 + (random() & 3), 1),
  substr(hex(randomblob(2)), 2),
  hex(randomblob(6))
))`;

const nameCatalogue = [
  `insert or ignore into "group" (unique_key, line, display_name)
   select unique_key, line, display_name
   from group_line`,

  `insert or ignore into "group" (unique_key)
   select "group"
   from interaction_line
   where "group" is not null`,

  `create table named_activity (
     interaction text,
     activity text,
     primary key (interaction, activity)
   ) without rowid`,

  `insert into named_activity
   select interaction, id from activity_line
   union
   select interaction, activity from host_line
   union
   select interaction, activity from ticket_type_line
   union
   select interaction, activity from slot_line
   union
   select interaction, activity from booking_line`,

  `insert or ignore into interaction (
     public_key, made_id, line, id, "group", timezone, default_language, languages,
     cancellation_cutoff_minutes, waitlist_promotion
   )
   select
     public_key, ${newUuid}, line, id, "group", timezone, default_language, languages,
     cancellation_cutoff_minutes, waitlist_promotion
   from interaction_line`,

  `insert or ignore into interaction (public_key)
   select interaction
   from named_activity`,

  `insert or ignore into activity (
     interaction_no, id, line, title, location_hint, slot_duration_in_minutes
   )
   select
     interaction.no, activity_line.id, activity_line.line, title, location_hint,
     slot_duration_in_minutes
   from activity_line
   join interaction on interaction.public_key = activity_line.interaction`,

  `insert or ignore into activity (interaction_no, id)
   select interaction.no, named_activity.activity
   from named_activity
   join interaction on interaction.public_key = named_activity.interaction`,

  `alter table named_activity add column no integer`,

  `update named_activity
   set no = (
     select activity.no
     from interaction
     join activity on activity.interaction_no = interaction.no
     where interaction.public_key = named_activity.interaction
     and activity.id = named_activity.activity
   )`,

  `insert or ignore into host (activity_no, id, line, display_name, slot_duration_in_minutes)
   select named_activity.no, host_line.id, line, display_name, slot_duration_in_minutes
   from host_line
   join named_activity using (interaction, activity)`,

  `insert or ignore into ticket_type (activity_no, id, line, display_name, has_limited_capacity)
   select named_activity.no, ticket_type_line.id, line, display_name, has_limited_capacity
   from ticket_type_line
   join named_activity using (interaction, activity)`,
];

const nameSlotsAndContacts = [
  `insert or ignore into slot (activity_no, host, starting_at, line, capacity)
   select named_activity.no, host, starting_at, line, capacity
   from slot_line
   join named_activity using (interaction, activity)`,

  `insert or ignore into slot (activity_no, host, starting_at)
   select named_activity.no, host, slot_starting_at
   from booking_line
   join named_activity using (interaction, activity)`,

  `insert or ignore into ticket_type (activity_no, id)
   select named_activity.no, ticket_type
   from booking_line
   join named_activity using (interaction, activity)`,

  `insert into contact (external_id, made_id)
   select external_id, ${newUuid}
   from (
     select distinct external_id
     from booking_line
   )`,
];

/**
 * In the order of the account's own table of bookings, so that writing them moves through it from
 * one end to the other. AuditContext so in four strips of ids makes the writes to its unique index of ids
 * less scattered, too: seen on the embedded engine, 0.7 instead of 1.0 s for 100,000 bookings.
 */
const tieBookings = [
  `insert into booking (
     line, id, contact_no, slot_no, ticket_type_no, booking_status, booked_at, tickets, live_tickets
   )
   select
     booking_line.line, booking, contact.no, slot.no, ticket_type.no, booking_status, booked_at,
     tickets, live_tickets
   from booking_line
   join named_activity using (interaction, activity)
   join slot on slot.activity_no = named_activity.no
     and slot.host = booking_line.host
     and slot.starting_at = booking_line.slot_starting_at
   join ticket_type on ticket_type.activity_no = named_activity.no
     and ticket_type.id = booking_line.ticket_type
   join contact on contact.external_id = booking_line.external_id
   order by
     case
       when booking < '4' then 0
       when booking < '8' then 1
       when booking < 'c' then 2
       else 3
     end,
     contact.made_id,
     slot_starting_at,
     booking`,

  // With all that tickets and events are written from, so that they are read in order.
  `create index booking_by_id on booking (id, booking_status, booked_at, tickets)`,

  `insert into demand
   select slot_no, ticket_type_no, sum(live_tickets)
   from booking
   where booking_status = 'CONFIRMED'
   group by slot_no, ticket_type_no`,

  `drop table booking_line`,
];
