-- oldest program: 0.1.0
--
-- Finds bookings by the name of an attendee: `words` is the name without accents and case, beginning with one of its
-- words. A ticket keeps the name that is indexed. Where it differs, an older program wrote the name, and the service
-- indexes it in its housekeeping. The table refers to no ticket, because each booking would check that.
create table attendee_word (
  account_id integer not null,
  words text not null,
  booking_id text not null,
  number integer not null,
  primary key (account_id, words, booking_id, number)
);

alter table ticket add column attendee_indexed_name text;

create index ticket_to_index on ticket (account_id, booking_id, number)
where attendee_display_name is distinct from attendee_indexed_name;
