-- The scratch database, in layers.
--
-- `…_line`: what the lines say, a row a line. Of a bad line that tells its key the row holds only
-- the key, so that lines which refer to it are not called bad as well.
--
-- Without a suffix: every thing that the file defines or names, once, numbered. `line` is the line
-- that defines it, or null where the file only names it. `made_id` is the id it gets if it is new.
--
-- `known_…`: what the account has of these things. `found_…`: what follows from that. Both are
-- emptied before each look at the account.

-- starting_at ends the key of a slot.
create table bad_line (
  line integer primary key,
  kind text,
  key text,
  starting_at integer,
  field text,
  expected text
);

create table group_line (
  line integer primary key,
  unique_key text,
  display_name text
);

create table interaction_line (
  line integer primary key,
  public_key text,
  id text,
  "group" text,
  timezone text,
  default_language text,
  languages text,
  cancellation_cutoff_minutes integer,
  waitlist_promotion text
);

create table activity_line (
  line integer primary key,
  interaction text,
  id text,
  title text,
  location_hint text,
  slot_duration_in_minutes integer
);

create table host_line (
  line integer primary key,
  interaction text,
  activity text,
  id text,
  display_name text,
  slot_duration_in_minutes integer
);

create table ticket_type_line (
  line integer primary key,
  interaction text,
  activity text,
  id text,
  display_name text,
  has_limited_capacity integer
);

-- host is '' where the line has none.
create table slot_line (
  line integer primary key,
  interaction text,
  activity text,
  host text,
  starting_at integer,
  capacity integer
);

-- tickets: see ticket-text.ts.
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
  live_tickets integer
);

create table repeat (
  line integer primary key,
  first integer
);

create table "group" (
  unique_key text primary key,
  line integer,
  display_name text
);

create table interaction (
  no integer primary key,
  public_key text unique,
  made_id text,
  line integer,
  id text,
  "group" text,
  timezone text,
  default_language text,
  languages text,
  cancellation_cutoff_minutes integer,
  waitlist_promotion text
);

create table activity (
  no integer primary key,
  interaction_no integer,
  id text,
  line integer,
  title text,
  location_hint text,
  slot_duration_in_minutes integer,
  unique (interaction_no, id)
);

create table host (
  no integer primary key,
  activity_no integer,
  id text,
  line integer,
  display_name text,
  slot_duration_in_minutes integer,
  unique (activity_no, id)
);

create table ticket_type (
  no integer primary key,
  activity_no integer,
  id text,
  line integer,
  display_name text,
  has_limited_capacity integer,
  unique (activity_no, id)
);

create table slot (
  no integer primary key,
  activity_no integer,
  host text,
  starting_at integer,
  line integer,
  capacity integer,
  unique (activity_no, host, starting_at)
);

create table contact (
  no integer primary key,
  external_id text unique,
  made_id text
);

-- Numbered in the order in which new bookings are written.
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
  live_tickets integer
);

-- Live tickets of the file's CONFIRMED bookings.
create table demand (
  slot_no integer,
  ticket_type_no integer,
  live_tickets integer
);

create view activity_key as
select activity.no, interaction.public_key || '/' || activity.id as key
from activity
join interaction on interaction.no = activity.interaction_no;

create view slot_key as
select slot.no, activity_key.key || iif(slot.host = '', '', '/' || slot.host) as key
from slot
join activity_key on activity_key.no = slot.activity_no;

create table known_group (
  unique_key text primary key,
  display_name text
);

create table known_interaction (
  no integer primary key,
  id text,
  "group" text,
  timezone text,
  default_language text,
  languages text,
  cancellation_cutoff_minutes integer,
  waitlist_promotion text
);

-- Whose campaign has an id that the file gives to one of its own.
create table known_interaction_id (
  id text primary key,
  public_key text
);

-- All activities of the campaigns, also those that the file does not name.
create table known_activity (
  interaction_no integer,
  id text,
  title text,
  location_hint text,
  slot_duration_in_minutes integer,
  primary key (interaction_no, id)
);

create table known_host (
  activity_no integer,
  id text,
  display_name text,
  slot_duration_in_minutes integer,
  primary key (activity_no, id)
);

-- Activities that have slots without a host.
create table known_hostless (
  activity_no integer primary key
);

create table known_ticket_type (
  activity_no integer,
  id text,
  display_name text,
  has_limited_capacity integer,
  primary key (activity_no, id)
);

create table known_slot (
  no integer primary key,
  capacity integer,
  taken integer
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

-- Known bookings whose state becomes the file's.
create table found_change (
  no integer primary key,
  last_event integer
);

create table found_bad_line (
  line integer primary key,
  kind text,
  key text,
  starting_at integer,
  field text,
  expected text
);

-- Activities that offer a choice of hosts, hosts of the file and of the account together.
create table found_offering (
  activity_no integer primary key
);

-- What is wrong with naming a thing: the field and what it should be.
create table found_activity_fault (
  no integer primary key,
  field text,
  expected text
);

create table found_slot_fault (
  no integer primary key,
  field text,
  expected text
);

create table found_ticket_type_fault (
  no integer primary key,
  field text,
  expected text
);

-- Seats that a slot gains or loses. line is that of the ticket type where its limit is switched.
create table found_seat_change (
  slot_no integer,
  seats integer,
  line integer
);

-- Slots as they will be, where the file defines them or changes their seats.
create table found_slot (
  no integer primary key,
  capacity integer,
  taken integer,
  excess_before integer,
  line integer
);

create view interaction_id as
select interaction.no, coalesce(known_interaction.id, interaction.id, interaction.made_id) as id
from interaction
left join known_interaction on known_interaction.no = interaction.no;

create view contact_id as
select contact.no, coalesce(known_contact.id, contact.made_id) as id
from contact
left join known_contact on known_contact.no = contact.no;

create view limited_ticket_type as
select ticket_type.no
from ticket_type
left join known_ticket_type on known_ticket_type.activity_no = ticket_type.activity_no
  and known_ticket_type.id = ticket_type.id
where coalesce(ticket_type.has_limited_capacity, known_ticket_type.has_limited_capacity) = 1;
