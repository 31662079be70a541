-- oldest program: 0.3.0
--
-- What an account offers, and what is booked.

-- Four bytes in a row and its indexes. The order is the one that the texts have.
/* postgres */
create type booking_status as enum ('CANCELLED', 'CONFIRMED', 'WAITLIST');

-- The keys of `transitionsOfEvent` in `src/domain/booking.ts`. Four bytes in a row, where a text has up to 17.
/* postgres */
create type booking_event_kind as enum (
  'imported', 'updated', 'booked', 'promoted', 'moved', 'cancelled', 'ticket-cancelled', 'checked-in', 'check-in-undone',
  'contact-erased', 'contact-merged', 'attendee-changed', 'contact-changed', 'data-changed', 'offered', 'offer-ended',
  'reminder-due'
);

-- Rows of campaigns, hosts, ticket types, slots and contacts have a number, unique in the account, by which bookings refer
-- to them. next_number is the first that was not given: a process takes a block of them, and what it does not use is lost.
create table account_number (
  account_id integer not null references account (id),
  next_number integer not null,
  primary key (account_id)
);

create table "group" (
  account_id integer not null references account (id),
  unique_key text not null,
  display_name text not null,
  primary key (account_id, unique_key)
);

-- title is what operators read instead of the public key. tickets_per_contact is how many live tickets one contact may
-- have of the campaign; null: any number. booking_cutoff_minutes is until when before the start of a slot seats are given,
-- below 0 after it, of the campaign or of a ticket type; null: the campaign's, else until the start. contact_limit_counts
-- is which slots' tickets a limit per contact counts. waitlist_offer_minutes is how long a seat is kept for the
-- first in line where the campaign offers it; null: 720. reminder_minutes is a JSON array of minutes before the start;
-- null for none.
create table interaction (
  account_id integer not null,
  id text not null,
  public_key text not null,
  group_unique_key text not null,
  timezone text not null,
  default_language text not null,
  languages text not null,
  cancellation_cutoff_minutes integer,
  waitlist_promotion text not null check (waitlist_promotion in ('manual', 'automatic', 'offer')),
  title text not null default '{}',
  tickets_per_contact integer,
  booking_cutoff_minutes integer,
  contact_limit_counts text not null check (contact_limit_counts in ('all', 'upcoming', 'week', 'month')),
  waitlist_offer_minutes integer,
  reminder_minutes text,
  number integer not null,
  primary key (account_id, id),
  unique (account_id, number),
  unique (account_id, public_key),
  foreign key (account_id, group_unique_key) references "group" (account_id, unique_key)
);

-- An activity id is unique within its campaign, not across campaigns.
create table activity (
  account_id integer not null,
  interaction_id text not null,
  id text not null,
  title text not null,
  location_hint text not null,
  slot_duration_in_minutes integer,
  primary key (account_id, interaction_id, id),
  foreign key (account_id, interaction_id) references interaction (account_id, id)
);

-- "overlaps" is whether it may have two slots at one time; the word is reserved in PostgreSQL.
create table host (
  account_id integer not null,
  interaction_id text not null,
  activity_id text not null,
  id text not null,
  display_name text not null,
  slot_duration_in_minutes integer,
  "overlaps" integer not null default 0 check ("overlaps" in (0, 1)),
  number integer not null,
  primary key (account_id, interaction_id, activity_id, id),
  unique (account_id, number),
  foreign key (account_id, interaction_id, activity_id) references activity (account_id, interaction_id, id)
);

-- A person is a host of several activities under one id.
create index host_by_id on host (account_id, id);

-- capacity_per_slot is the limit of the type inside each slot; null: none. It is given from bookable_from on and until
-- bookable_until; null: at any time that the cut-off allows.
create table ticket_type (
  account_id integer not null,
  interaction_id text not null,
  activity_id text not null,
  id text not null,
  display_name text not null,
  has_limited_capacity integer not null check (has_limited_capacity in (0, 1)),
  tickets_per_contact integer,
  capacity_per_slot integer,
  booking_cutoff_minutes integer,
  bookable_from bigint,
  bookable_until bigint,
  number integer not null,
  primary key (account_id, interaction_id, activity_id, id),
  unique (account_id, number),
  foreign key (account_id, interaction_id, activity_id) references activity (account_id, interaction_id, id)
);

-- host_id is '' where the activity offers no choice of hosts: a key column cannot be null, and the
-- slot is what bookings refer to. overbooked_by is how many seats above the capacity the operator
-- sold on purpose. slot_duration_in_minutes is 0 where the slot has no length. taken counts live holds too, and
-- next_end_at is when the first of them ends; null where there is none. closed_at is when it was closed; null while it is open.
create table slot (
  account_id integer not null,
  interaction_id text not null,
  activity_id text not null,
  host_id text not null,
  starting_at bigint not null,
  capacity integer not null check (capacity >= 0),
  taken integer not null check (taken >= 0),
  overbooked_by integer not null check (overbooked_by >= 0),
  slot_duration_in_minutes integer not null,
  utc_offset_minutes integer not null,
  number integer not null,
  next_end_at bigint,
  closed_at bigint,
  primary key (account_id, interaction_id, activity_id, host_id, starting_at),
  unique (account_id, number),
  foreign key (account_id, interaction_id, activity_id) references activity (account_id, interaction_id, id)
);

-- Seats that are given and taken find room on the row's page, and write no index.
/* postgres */
alter table slot set (fillfactor = 80);

-- The slots of an account in the order of their start, over all campaigns: a search by a name that many have, an export
-- and a report read them in windows.
create index slot_by_start on slot (account_id, starting_at);

-- Where seats that are kept for a while have ended: every process looks several times a second, over all accounts.
create index slot_by_end on slot (next_end_at) where next_end_at is not null;

-- A number of a campaign's reminder_minutes: how many minutes before a start its bookings are told of. Moments up to
-- told_until are done with; at first it is when the number came into force. It trails by the time in which what was decided
-- before a moment may still be committed. look_at is when a process looks at it again: no moment comes before, or another
-- process is about it.
create table reminder (
  account_id integer not null,
  interaction_id text not null,
  minutes integer not null,
  told_until bigint not null,
  look_at bigint not null,
  primary key (account_id, interaction_id, minutes),
  foreign key (account_id, interaction_id) references interaction (account_id, id) on delete cascade
);

-- Every process looks once a second, over all accounts.
create index reminder_by_look on reminder (look_at);

-- A ticket type's limit in one slot. until is 9007199254740991 in the row of now: capacity is the slot's own limit,
-- null where it says none, and overbooked_by how many tickets above the limit were sold on purpose. A row with
-- another until is the past: capacity is the limit that held until then, null where there was none. Rows of the past
-- stay, because `booking verify` judges who passed whom at that time. They go with
-- their slot and their ticket type.
create table type_limit (
  account_id integer not null,
  slot_number integer not null,
  until bigint not null,
  ticket_type_number integer not null,
  capacity integer check (capacity >= 0),
  overbooked_by integer not null check (overbooked_by >= 0),
  primary key (account_id, slot_number, until, ticket_type_number),
  foreign key (account_id, slot_number) references slot (account_id, number) on delete cascade,
  foreign key (account_id, ticket_type_number) references ticket_type (account_id, number) on delete cascade
);

create table contact (
  account_id integer not null references account (id),
  number integer not null,
  id uuid not null,
  external_id text not null,
  primary key (account_id, number),
  unique (account_id, id),
  unique (account_id, external_id)
);

-- A list finds the contact's number in this index, and reads no row.
/* postgres */
alter table contact
drop constraint contact_account_id_external_id_key,
add constraint contact_account_id_external_id_key unique (account_id, external_id) include (number);

-- Keyed by contact and slot start, since the list of one contact's bookings is the question that is
-- asked most: on the embedded engine its rows lie side by side. Cancelling finds its row by the
-- unique (account_id, id). slot_starting_at, interaction_number and host_number (0: none) repeat what the slot says, so that
-- a list reads bookings alone.
create table booking (
  account_id integer not null,
  contact_number integer not null,
  slot_starting_at bigint not null,
  id uuid not null,
  slot_number integer not null,
  interaction_number integer not null,
  host_number integer not null,
  ticket_type_number integer not null,
  booking_status booking_status not null,
  booked_at bigint not null,
  primary key (account_id, contact_number, slot_starting_at, id),
  unique (account_id, id),
  foreign key (account_id, contact_number) references contact (account_id, number),
  foreign key (account_id, slot_number) references slot (account_id, number),
  foreign key (account_id, ticket_type_number) references ticket_type (account_id, number)
);

-- What a list shows stands beside the key, so that bookings of different times are read from one or two pages. PostgreSQL
-- looks into the rows where they changed since a vacuum: one comes after 2 of 100, where a fifth is usual.
/* postgres */
alter table booking
drop constraint booking_pkey,
add primary key (account_id, contact_number, slot_starting_at, id)
include (interaction_number, host_number, ticket_type_number, booking_status, booked_at);

/* postgres */
alter table booking set (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02
);

-- From a slot to its bookings: who waits, in the order of entry, and when something last happened
-- there. Seats are given and taken under the slot's lock with the help of this index.
create index booking_by_slot on booking (account_id, slot_number, booking_status, booked_at, id);

-- What a shop keeps with a booking: its own number for it, and JSON that the service never reads. Bookings without either
-- have no row, so that a list of bookings never reads one. interaction_number repeats the booking's campaign, which no
-- booking leaves: within it a reference is unique.
create table booking_data (
  account_id integer not null,
  booking_id uuid not null,
  interaction_number integer not null,
  reference text,
  data text,
  primary key (account_id, booking_id),
  unique (account_id, reference, interaction_number),
  foreign key (account_id, booking_id) references booking (account_id, id)
);

-- A ticket has one attendee, who lives in the ticket's row. Check-in is recorded on the attendee. attendee_words are the
-- words of the name by which the attendee is found: without accents, marks and case. Null where they are the name
-- itself in lower case.
create table ticket (
  account_id integer not null,
  booking_id uuid not null,
  number integer not null check (number >= 1),
  cancelled_at bigint,
  attendee_display_name text,
  attendee_checked_in_at bigint,
  attendee_words text,
  primary key (account_id, booking_id, number),
  foreign key (account_id, booking_id) references booking (account_id, id)
);

-- A cancel and a check-in find room on the row's page, and write no index.
/* postgres */
alter table ticket set (fillfactor = 80);

-- The index of names (B644). An entry is one word behind its account's id, because an extension would be needed for two
-- columns. Entries that wait to be sorted in would make one writer of many wait, and each search.
/* postgres */
create index ticket_by_name on ticket using gin ((
  array_to_tsvector(string_to_array(
    account_id::text || '/'
    || replace(coalesce(attendee_words, lower(attendee_display_name)), ' ', ' ' || account_id::text || '/'),
    ' '
  ))
)) with (fastupdate = off);

-- The same for SQLite: the words once for each of them, beginning with that word. Triggers write the rows.
/* sqlite */
create table attendee_word (
  account_id integer not null,
  words text not null,
  booking_id uuid not null,
  number integer not null,
  primary key (account_id, words, booking_id, number)
);

/* sqlite */
create trigger ticket_named after insert on ticket
begin
  insert into attendee_word
  select new.account_id, words, new.booking_id, new.number
  from (
    with recursive turned (rest, before) as (
      select coalesce(new.attendee_words, lower(new.attendee_display_name)), ''
      union all
      select substr(rest, instr(rest, ' ') + 1), before || ' ' || substr(rest, 1, instr(rest, ' ') - 1)
      from turned
      where instr(rest, ' ') > 0
    )
    select rest || before as words
    from turned
    where rest <> ''
  )
  where true
  on conflict do nothing; end;

/* sqlite */
create trigger ticket_unnamed after delete on ticket
begin
  delete from attendee_word
  where account_id = old.account_id
  and booking_id = old.booking_id
  and number = old.number
  and words in (
    with recursive turned (rest, before) as (
      select coalesce(old.attendee_words, lower(old.attendee_display_name)), ''
      union all
      select substr(rest, instr(rest, ' ') + 1), before || ' ' || substr(rest, 1, instr(rest, ' ') - 1)
      from turned
      where instr(rest, ' ') > 0
    )
    select rest || before as words
    from turned
    where rest <> ''
  ); end;

/* sqlite */
create trigger ticket_renamed after update of attendee_display_name, attendee_words on ticket
when old.attendee_display_name is not new.attendee_display_name or old.attendee_words is not new.attendee_words
begin
  delete from attendee_word
  where account_id = old.account_id
  and booking_id = old.booking_id
  and number = old.number
  and words in (
    with recursive turned (rest, before) as (
      select coalesce(old.attendee_words, lower(old.attendee_display_name)), ''
      union all
      select substr(rest, instr(rest, ' ') + 1), before || ' ' || substr(rest, 1, instr(rest, ' ') - 1)
      from turned
      where instr(rest, ' ') > 0
    )
    select rest || before as words
    from turned
    where rest <> ''
  ); insert into attendee_word
  select new.account_id, words, new.booking_id, new.number
  from (
    with recursive turned (rest, before) as (
      select coalesce(new.attendee_words, lower(new.attendee_display_name)), ''
      union all
      select substr(rest, instr(rest, ' ') + 1), before || ' ' || substr(rest, 1, instr(rest, ' ') - 1)
      from turned
      where instr(rest, ' ') > 0
    )
    select rest || before as words
    from turned
    where rest <> ''
  )
  where true
  on conflict do nothing; end;

-- Seats that are kept for a while: for whoever is about to book them, or, where it names one, for a booking that waits
-- (an offer). A live row takes its tickets' seats as a CONFIRMED booking would; a row that has ended stays for a day, so
-- that a repeated request is answered and takes no seats twice. seconds is as it was asked for, asked_until the end that
-- was asked for last: expires_at is earlier where something cut it. passed is JSON: how it passed entries of the
-- waitlist, for the history of its booking.
create table hold (
  account_id integer not null,
  id uuid not null,
  slot_number integer not null,
  ticket_type_number integer not null,
  contact_number integer,
  booking_id uuid,
  tickets integer not null check (tickets >= 1),
  state text not null check (state in ('live', 'booked', 'released', 'ended')),
  made_at bigint not null,
  seconds integer not null,
  asked_until bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  passed text,
  primary key (account_id, id),
  foreign key (account_id, slot_number) references slot (account_id, number) on delete cascade,
  foreign key (account_id, ticket_type_number) references ticket_type (account_id, number),
  foreign key (account_id, contact_number) references contact (account_id, number),
  foreign key (account_id, booking_id) references booking (account_id, id)
);

create index hold_by_slot on hold (account_id, slot_number, state, expires_at);

-- Live ones are few beside those of a day.
create index hold_by_end on hold (account_id, expires_at) where ended_at is null;

-- Whoever joins the waitlist after a hold stands behind it.
create index hold_by_making on hold (account_id, slot_number, made_at);

create index hold_by_contact on hold (account_id, contact_number) where contact_number is not null;

-- With all that a cancel reads of an offer: SQLite takes it for an outer join only so.
create index hold_by_booking on hold (account_id, booking_id, slot_number, state, tickets, expires_at);

create index hold_by_age on hold (account_id, ended_at) where ended_at is not null;

-- What happened to a booking, never changed afterwards. booking_status is the status after the
-- event; at is when it took effect, recorded_at when it was written down. position is the event's place in the feed of its
-- account, given after the event was committed by whoever reads the feed; null until then.
create table booking_event (
  account_id integer not null,
  booking_id uuid not null,
  number integer not null check (number >= 1),
  kind booking_event_kind not null,
  booking_status booking_status not null,
  at bigint not null,
  recorded_at bigint not null,
  actor text not null,
  request_id text,
  details text,
  position bigint,
  primary key (account_id, booking_id, number),
  foreign key (account_id, booking_id) references booking (account_id, id)
);

-- What an operator did to bookings and what a cancel changed is found by the same request id. Ids of ours begin with the
-- time, and so do the entries: those of one time change one page.
/* sqlite */
create index booking_event_by_request on booking_event (account_id, request_id) where request_id is not null;

-- Half as long, by the function of the server's hash indexes, which therefore stays the same.
/* postgres */
create index booking_event_by_request on booking_event (account_id, left(request_id, 11), hashtext(request_id))
where request_id is not null;

-- An erasure finds what its contact gave away.
create index booking_event_of_given on booking_event (account_id) where kind = 'contact-changed';

create index booking_event_by_position on booking_event (account_id, position, recorded_at);

-- What happened to a slot. Without a foreign key: a slot may be removed, the event stays. details is a JSON object: where
-- the slot was before, and why it changed; null where nothing is to be said.
create table slot_event (
  account_id integer not null,
  id uuid not null,
  interaction_id text not null,
  activity_id text not null,
  host_id text not null,
  starting_at bigint not null,
  capacity integer not null,
  recorded_at bigint not null,
  actor text not null,
  request_id text,
  position bigint,
  kind text not null,
  details text,
  primary key (account_id, id)
);

create index slot_event_by_position on slot_event (account_id, position, recorded_at);

-- One row for each account whose feed was ever read. Events recorded before since stay without a
-- position; positions before first_position are kept no more. epochs is a JSON array of {id, after}:
-- an epoch's cursors begin after that position. Another database_identity begins a new epoch.
create table change_feed (
  account_id integer not null,
  since bigint not null,
  first_position bigint not null,
  last_position bigint not null,
  database_identity text not null,
  epochs text not null,
  primary key (account_id)
);

-- Every change of a booking leaves an outcome in its own transaction: under the caller's
-- Idempotency-Key, or, with client_id '', under an id made for this one attempt. When the answer to
-- a COMMIT is lost, the outcome tells whether it took place. That of an attempt names no booking.
--
-- An outcome has no foreign key: checking one would make all changes of an account lock the same row.
-- `booking verify` looks for strays instead.
create table outcome (
  account_id integer not null,
  client_id text not null,
  idempotency_key text not null,
  booking_id uuid,
  answer text not null,
  created_at bigint not null,
  primary key (account_id, client_id, idempotency_key)
);

-- An id of one attempt begins with its time, so that the key finds the old ones.
create index outcome_by_age on outcome (account_id, created_at) where client_id <> '';
