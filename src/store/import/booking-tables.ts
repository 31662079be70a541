/**
 * The tables of bookings, with the layers of `scratch-tables.ts`.
 *
 * `tickets` holds the text of `ticket-text.ts`. `booking` is numbered in the order in which new bookings
 * are written. `demand` has the live tickets of the file's CONFIRMED bookings. `moved_booking` has the known
 * bookings that the file has in another place or of another contact. `found_move` has the present places
 * of the bookings that move. `found_difference` has the known bookings whose line differs from their state.
 * `found_change` has those of them whose state becomes the line's; `overwritten` is 1 where the present
 * state is newer than the line.
 */
export const bookingTables = `
  create table booking_line (
    line integer primary key,
    booking text,
    external_id text,
    interaction text,
    activity text,
    host text,
    slot_starting_at integer,
    ticket_type text,
    booking_status text,
    booked_at integer,
    tickets text,
    live_tickets integer,
    changed_at integer
  );

  create table contact (
    no integer primary key,
    external_id text unique,
    made_id text
  );

  create table booking (
    no integer primary key,
    line integer,
    id text,
    contact_no integer,
    slot_no integer,
    ticket_type_no integer,
    booking_status text,
    booked_at integer,
    tickets text,
    live_tickets integer,
    changed_at integer
  );

  create table demand (
    slot_no integer,
    ticket_type_no integer,
    live_tickets integer
  );

  create table known_contact (
    no integer primary key,
    id text
  );

  create table known_place (
    contact_id text,
    slot_starting_at integer,
    id text,
    no integer
  );

  create table known_booking (
    no integer primary key,
    contact_id text,
    interaction_id text,
    activity_id text,
    host_id text,
    slot_starting_at integer,
    ticket_type_id text,
    booking_status text,
    booked_at integer,
    tickets text,
    live_tickets integer
  );

  create table found_difference (
    no integer primary key
  );

  create table found_change (
    no integer primary key,
    last_event integer,
    overwritten integer
  );

  create table found_move (
    no integer primary key,
    slot_no integer,
    ticket_type_no integer
  );

  create view moved_booking as
  select *
  from (
    select
      booking.no,
      known_contact.id is not known_booking.contact_id as contact_differs,
      known_interaction.id is not known_booking.interaction_id as interaction_differs,
      activity.id <> known_booking.activity_id
        or slot.host <> known_booking.host_id
        or slot.starting_at <> known_booking.slot_starting_at
        or ticket_type.id <> known_booking.ticket_type_id as place_differs
    from known_booking
    join booking using (no)
    left join known_contact on known_contact.no = booking.contact_no
    join slot on slot.no = booking.slot_no
    join activity on activity.no = slot.activity_no
    join ticket_type on ticket_type.no = booking.ticket_type_no
    left join known_interaction on known_interaction.no = activity.interaction_no
  )
  where contact_differs
  or interaction_differs
  or place_differs;

  create view contact_id as
  select contact.no, coalesce(known_contact.id, contact.made_id) as id
  from contact
  left join known_contact on known_contact.no = contact.no;`;
