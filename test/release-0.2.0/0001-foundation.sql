-- The whole data model. Portable subset of SQL: bigint for instants (milliseconds since 1970, UTC)
-- and counts, integer 0/1 for truth, text for ids and JSON. The embedded engine's file says how it
-- reads `bigint` and makes the tables strict and clustered on their key.
--
-- Every key of an account's data starts with account_id, and every foreign key carries it: rows of
-- two accounts cannot be mixed up, and the tables can be distributed by account.

-- catalogue_version says which state an account's catalogue is in: another number after every change
-- of a group, campaign, activity, host or ticket type, set in the same transaction. Processes remember
-- the catalogue's texts under it. It is drawn at random rather than counted, so that a number never
-- returns for another content, not even when the database is put back to an earlier state.
create table account (
  id integer not null primary key,
  tenant text not null,
  environment text not null check (environment in ('development', 'uat', 'production')),
  created_at bigint not null,
  catalogue_version bigint not null default 0,
  unique (tenant, environment)
);

-- Every API host belongs to exactly one account (interface, What the service does). position is the
-- order in which an account's hosts were given: the first names the default audience.
create table api_host (
  host text not null primary key,
  account_id integer not null references account (id),
  position integer not null default 0
);

create table enabled_endpoint (
  account_id integer not null references account (id),
  endpoint text not null,
  primary key (account_id, endpoint)
);

-- One row. Raised by every change to accounts, hosts, endpoints, credentials and secrets, so that
-- each process notices within a second by asking for one number.
create table directory (
  id integer not null primary key check (id = 1),
  version bigint not null
);

insert into directory (id, version) values (1, 1);

create table credential (
  account_id integer not null references account (id),
  client_id text not null,
  audience text not null,
  created_at bigint not null,
  revoked_at bigint,
  primary key (account_id, client_id),
  unique (client_id)
);

-- Only hashes: a secret is shown once, when it is made.
create table client_secret (
  account_id integer not null,
  client_id text not null,
  id text not null,
  hash text not null,
  prefix text not null,
  created_at bigint not null,
  expires_at bigint,
  last_used_at bigint,
  primary key (account_id, client_id, id),
  foreign key (account_id, client_id) references credential (account_id, client_id)
);

create table access_token (
  account_id integer not null,
  hash text not null,
  client_id text not null,
  secret_id text not null,
  issued_at bigint not null,
  expires_at bigint not null,
  primary key (account_id, hash),
  foreign key (account_id, client_id, secret_id) references client_secret (account_id, client_id, id)
);

create index access_token_by_end on access_token (account_id, expires_at);

create table "group" (
  account_id integer not null references account (id),
  unique_key text not null,
  display_name text not null,
  primary key (account_id, unique_key)
);

create table interaction (
  account_id integer not null,
  id text not null,
  public_key text not null,
  group_unique_key text not null,
  timezone text not null,
  default_language text not null,
  languages text not null,
  cancellation_cutoff_minutes integer,
  waitlist_promotion text not null check (waitlist_promotion in ('manual', 'automatic')),
  primary key (account_id, id),
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

create table host (
  account_id integer not null,
  interaction_id text not null,
  activity_id text not null,
  id text not null,
  display_name text not null,
  slot_duration_in_minutes integer,
  primary key (account_id, interaction_id, activity_id, id),
  foreign key (account_id, interaction_id, activity_id) references activity (account_id, interaction_id, id)
);

create table ticket_type (
  account_id integer not null,
  interaction_id text not null,
  activity_id text not null,
  id text not null,
  display_name text not null,
  has_limited_capacity integer not null check (has_limited_capacity in (0, 1)),
  primary key (account_id, interaction_id, activity_id, id),
  foreign key (account_id, interaction_id, activity_id) references activity (account_id, interaction_id, id)
);

-- host_id is '' where the activity offers no choice of hosts: a key column cannot be null, and the
-- slot is what bookings refer to. overbooked_by is how many seats above the capacity the operator
-- sold on purpose.
create table slot (
  account_id integer not null,
  interaction_id text not null,
  activity_id text not null,
  host_id text not null,
  starting_at bigint not null,
  capacity integer not null check (capacity >= 0),
  taken integer not null check (taken >= 0),
  overbooked_by integer not null check (overbooked_by >= 0),
  primary key (account_id, interaction_id, activity_id, host_id, starting_at),
  foreign key (account_id, interaction_id, activity_id) references activity (account_id, interaction_id, id)
);

create table contact (
  account_id integer not null references account (id),
  id text not null,
  external_id text not null,
  primary key (account_id, id),
  unique (account_id, external_id)
);

-- Keyed by contact and slot start, since the list of one contact's bookings is the question that is
-- asked most: on the embedded engine its rows lie side by side. Cancelling finds its row by the
-- unique (account_id, id).
create table booking (
  account_id integer not null,
  contact_id text not null,
  slot_starting_at bigint not null,
  id text not null,
  interaction_id text not null,
  activity_id text not null,
  host_id text not null,
  ticket_type_id text not null,
  booking_status text not null check (booking_status in ('CONFIRMED', 'WAITLIST', 'CANCELLED')),
  booked_at bigint not null,
  primary key (account_id, contact_id, slot_starting_at, id),
  unique (account_id, id),
  foreign key (account_id, contact_id) references contact (account_id, id),
  foreign key (account_id, interaction_id, activity_id, host_id, slot_starting_at)
    references slot (account_id, interaction_id, activity_id, host_id, starting_at),
  foreign key (account_id, interaction_id, activity_id, ticket_type_id)
    references ticket_type (account_id, interaction_id, activity_id, id)
);

-- From a slot to its bookings: who waits, in the order of entry, and when something last happened
-- there. Seats are given and taken under the slot's lock with the help of this index.
create index booking_by_slot on booking (account_id, interaction_id, activity_id, host_id, slot_starting_at, booking_status, booked_at, id);

-- A ticket has one attendee, who lives in the ticket's row. Check-in is recorded on the attendee.
create table ticket (
  account_id integer not null,
  booking_id text not null,
  number integer not null check (number >= 1),
  cancelled_at bigint,
  attendee_display_name text,
  attendee_checked_in_at bigint,
  primary key (account_id, booking_id, number),
  foreign key (account_id, booking_id) references booking (account_id, id)
);

-- What happened to a booking, never changed afterwards. booking_status is the status after the
-- event; at is when it took effect, recorded_at when it was written down.
create table booking_event (
  account_id integer not null,
  booking_id text not null,
  number integer not null check (number >= 1),
  kind text not null,
  booking_status text not null check (booking_status in ('CONFIRMED', 'WAITLIST', 'CANCELLED')),
  at bigint not null,
  recorded_at bigint not null,
  actor text not null,
  request_id text,
  details text,
  primary key (account_id, booking_id, number),
  foreign key (account_id, booking_id) references booking (account_id, id)
);

-- What an operator did to bookings and what a cancel changed is found by the same request id.
create index booking_event_by_request on booking_event (account_id, request_id);

-- Every change of a booking leaves an outcome in its own transaction: under the caller's
-- Idempotency-Key, or, with client_id '', under an id made for this one attempt. When the answer to
-- a COMMIT is lost, the outcome tells whether it took place.
--
-- An outcome has no foreign key: checking one would make all changes of an account lock the same row.
-- `booking verify` looks for strays instead.
create table outcome (
  account_id integer not null,
  client_id text not null,
  idempotency_key text not null,
  booking_id text not null,
  answer text not null,
  created_at bigint not null,
  primary key (account_id, client_id, idempotency_key)
);

create index outcome_by_age on outcome (account_id, created_at);

-- What operators did to accounts, credentials and data. Kept for ever. request_id names the request
-- of the operator API that a change was made by; null on the command line.
create table audit_event (
  id text not null primary key,
  at bigint not null,
  actor text not null,
  action text not null,
  account_id integer references account (id),
  subject text not null,
  details text,
  request_id text
);

create index audit_event_by_account on audit_event (account_id, at);

-- What can be traced by request id: every cancel, and every authenticated request that was refused
-- (decision A62). request_id may be the caller's own and may repeat, so a row has an id of its own.
-- request and answer are JSON without values that the caller chose, but for a booking's id.
create table request_record (
  account_id integer not null references account (id),
  id text not null,
  request_id text not null,
  at bigint not null,
  client_id text not null,
  endpoint text not null,
  request text not null,
  status integer not null,
  refusal text,
  answer text not null,
  duration_ms bigint not null,
  primary key (account_id, id)
);

create index request_record_by_request on request_record (request_id);

create index request_record_by_age on request_record (account_id, at);

-- People and programs that may use the operator API and the console; the installation's own, like
-- accounts. Only a hash of the key: it is shown once, when it is made. all_accounts 1 means every
-- account there is or will be; otherwise operator_account names them.
create table operator (
  id text not null primary key,
  name text not null,
  role text not null check (role in ('admin', 'staff', 'viewer')),
  all_accounts integer not null check (all_accounts in (0, 1)),
  key_hash text not null,
  key_prefix text not null,
  created_at bigint not null,
  revoked_at bigint,
  last_used_at bigint,
  unique (key_hash)
);

-- A name can be given again after its operator was revoked; two live ones never share it.
create unique index operator_by_live_name on operator (name) where revoked_at is null;

create table operator_account (
  account_id integer not null references account (id),
  operator_id text not null,
  primary key (account_id, operator_id)
);

-- How many requests an address has made in its present window, added up over all nodes, where
-- RATE_LIMIT_STORE is `database`. Rows go a minute or two after their window has ended.
create table rate_count (
  limit_name text not null,
  key text not null,
  count bigint not null,
  ends_at bigint not null,
  primary key (limit_name, key)
);

create index rate_count_by_end on rate_count (ends_at);
