CREATE TRIGGER ticket_named after insert on ticket
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

CREATE TRIGGER ticket_renamed after update of attendee_display_name, attendee_words on ticket
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

CREATE TRIGGER ticket_unnamed after delete on ticket
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

CREATE TABLE access_token (
  account_id integer not null,
  hash text not null,
  client_id text not null,
  secret_id text not null,
  issued_at integer not null,
  expires_at integer not null,
  primary key (account_id, hash),
  foreign key (account_id, client_id, secret_id) references client_secret (account_id, client_id, id)
) strict, without rowid;

CREATE TABLE account (
  id integer not null primary key,
  tenant text not null,
  environment text not null check (environment in ('development', 'uat', 'production')),
  created_at integer not null,
  catalogue_version integer not null default 0,
  deletion text,
  unique (tenant, environment)
) strict, without rowid;

CREATE TABLE account_number (
  account_id integer not null references account (id),
  next_number integer not null,
  primary key (account_id)
) strict, without rowid;

CREATE TABLE activity (
  account_id integer not null,
  interaction_id text not null,
  id text not null,
  title text not null,
  location_hint text not null,
  slot_duration_in_minutes integer,
  primary key (account_id, interaction_id, id),
  foreign key (account_id, interaction_id) references interaction (account_id, id)
) strict, without rowid;

CREATE TABLE api_host (
  host text not null primary key,
  account_id integer not null references account (id),
  position integer not null default 0
) strict, without rowid;

CREATE TABLE attendee_word (
  account_id integer not null,
  words text not null,
  booking_id blob not null,
  number integer not null,
  primary key (account_id, words, booking_id, number)
) strict, without rowid;

CREATE TABLE audit_event (
  id text not null primary key,
  at integer not null,
  actor text not null,
  action text not null,
  account_id integer references account (id),
  subject text not null,
  details text,
  request_id text
) strict, without rowid;

CREATE TABLE booking (
  account_id integer not null,
  contact_number integer not null,
  slot_starting_at integer not null,
  id blob not null,
  slot_number integer not null,
  interaction_number integer not null,
  host_number integer not null,
  ticket_type_number integer not null,
  booking_status text not null check (booking_status in ('CONFIRMED', 'WAITLIST', 'CANCELLED')),
  booked_at integer not null,
  primary key (account_id, contact_number, slot_starting_at, id),
  unique (account_id, id),
  foreign key (account_id, contact_number) references contact (account_id, number),
  foreign key (account_id, slot_number) references slot (account_id, number),
  foreign key (account_id, ticket_type_number) references ticket_type (account_id, number)
) strict, without rowid;

CREATE TABLE booking_data (
  account_id integer not null,
  booking_id blob not null,
  interaction_number integer not null,
  reference text,
  data text,
  primary key (account_id, booking_id),
  unique (account_id, reference, interaction_number),
  foreign key (account_id, booking_id) references booking (account_id, id)
) strict, without rowid;

CREATE TABLE booking_event (
  account_id integer not null,
  booking_id blob not null,
  number integer not null check (number >= 1),
  kind text not null,
  booking_status text not null check (booking_status in ('CONFIRMED', 'WAITLIST', 'CANCELLED')),
  at integer not null,
  recorded_at integer not null,
  actor text not null,
  request_id text,
  details text,
  position integer,
  primary key (account_id, booking_id, number),
  foreign key (account_id, booking_id) references booking (account_id, id)
) strict, without rowid;

CREATE TABLE change_feed (
  account_id integer not null,
  since integer not null,
  first_position integer not null,
  last_position integer not null,
  database_identity text not null,
  epochs text not null,
  primary key (account_id)
) strict, without rowid;

CREATE TABLE client_secret (
  account_id integer not null,
  client_id text not null,
  id text not null,
  hash text not null,
  prefix text not null,
  created_at integer not null,
  expires_at integer,
  last_used_at integer,
  primary key (account_id, client_id, id),
  foreign key (account_id, client_id) references credential (account_id, client_id)
) strict, without rowid;

CREATE TABLE clock_mark (
  number integer not null,
  at integer not null,
  primary key (number)
) strict, without rowid;

CREATE TABLE contact (
  account_id integer not null references account (id),
  number integer not null,
  id blob not null,
  external_id text not null,
  primary key (account_id, number),
  unique (account_id, id),
  unique (account_id, external_id)
) strict, without rowid;

CREATE TABLE credential (
  account_id integer not null references account (id),
  client_id text not null,
  audience text not null,
  created_at integer not null,
  revoked_at integer,
  label text,
  primary key (account_id, client_id),
  unique (client_id)
) strict, without rowid;

CREATE TABLE directory (
  id integer not null primary key check (id = 1),
  version integer not null,
  stamp integer not null,
  last_account_id integer not null
) strict, without rowid;

CREATE TABLE directory_change (
  version integer not null primary key,
  stamp integer not null,
  changed_account_id integer not null,
  changed_client_id text
) strict, without rowid;

CREATE TABLE enabled_endpoint (
  account_id integer not null references account (id),
  endpoint text not null,
  primary key (account_id, endpoint)
) strict, without rowid;

CREATE TABLE "group" (
  account_id integer not null references account (id),
  unique_key text not null,
  display_name text not null,
  primary key (account_id, unique_key)
) strict, without rowid;

CREATE TABLE hold (
  account_id integer not null,
  id blob not null,
  slot_number integer not null,
  ticket_type_number integer not null,
  contact_number integer,
  booking_id blob,
  tickets integer not null check (tickets >= 1),
  state text not null check (state in ('live', 'booked', 'released', 'ended')),
  made_at integer not null,
  seconds integer not null,
  asked_until integer not null,
  expires_at integer not null,
  ended_at integer,
  passed text,
  primary key (account_id, id),
  foreign key (account_id, slot_number) references slot (account_id, number) on delete cascade,
  foreign key (account_id, ticket_type_number) references ticket_type (account_id, number),
  foreign key (account_id, contact_number) references contact (account_id, number),
  foreign key (account_id, booking_id) references booking (account_id, id)
) strict, without rowid;

CREATE TABLE host (
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
) strict, without rowid;

CREATE TABLE import_job (
  account_id integer not null references account (id) on delete cascade,
  id text not null,
  started_at integer not null,
  beat_at integer not null,
  ended_at integer,
  job text not null,
  primary key (account_id, id)
) strict, without rowid;

CREATE TABLE import_left_out (
  account_id integer not null,
  import_id text not null,
  number integer not null,
  written_at integer not null,
  text text not null,
  primary key (account_id, import_id, number),
  foreign key (account_id, import_id) references import_job (account_id, id) on delete cascade
) strict, without rowid;

CREATE TABLE interaction (
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
) strict, without rowid;

CREATE TABLE operator (
  id text not null primary key,
  name text not null,
  role text not null check (role in ('admin', 'staff', 'viewer')),
  all_accounts integer not null check (all_accounts in (0, 1)),
  key_hash text not null,
  key_prefix text not null,
  created_at integer not null,
  revoked_at integer,
  last_used_at integer,
  limits text,
  unique (key_hash)
) strict, without rowid;

CREATE TABLE operator_account (
  account_id integer not null references account (id),
  operator_id text not null,
  primary key (account_id, operator_id)
) strict, without rowid;

CREATE TABLE operator_request (
  account_id integer not null,
  operator text not null,
  key_hash text not null,
  digest text not null,
  attempt text not null,
  status integer not null,
  made text not null,
  created_at integer not null,
  primary key (account_id, operator, key_hash)
) strict, without rowid;

CREATE TABLE operator_session (
  secret_hash text not null primary key,
  id text not null,
  operator_id text not null,
  holder text not null,
  begun_at integer not null,
  ends_at integer not null,
  used_at integer not null
) strict, without rowid;

CREATE TABLE outcome (
  account_id integer not null,
  client_id text not null,
  idempotency_key text not null,
  booking_id blob,
  answer text not null,
  created_at integer not null,
  primary key (account_id, client_id, idempotency_key)
) strict, without rowid;

CREATE TABLE rate_count (
  limit_name text not null,
  key text not null,
  count integer not null,
  ends_at integer not null,
  primary key (limit_name, key)
) strict, without rowid;

CREATE TABLE reminder (
  account_id integer not null,
  interaction_id text not null,
  minutes integer not null,
  told_until integer not null,
  look_at integer not null,
  primary key (account_id, interaction_id, minutes),
  foreign key (account_id, interaction_id) references interaction (account_id, id) on delete cascade
) strict, without rowid;

CREATE TABLE request_record (
  account_id integer not null references account (id),
  id text not null,
  request_id text not null,
  at integer not null,
  client_id text not null,
  endpoint text not null,
  request text not null,
  status integer not null,
  refusal text,
  answer text not null,
  duration_ms integer not null,
  primary key (account_id, id)
) strict, without rowid;

CREATE TABLE schema_migration (
  name text not null primary key,
  applied_at integer not null,
  oldest_program text
) strict, without rowid;

CREATE TABLE slot (
  account_id integer not null,
  interaction_id text not null,
  activity_id text not null,
  host_id text not null,
  starting_at integer not null,
  capacity integer not null check (capacity >= 0),
  taken integer not null check (taken >= 0),
  overbooked_by integer not null check (overbooked_by >= 0),
  slot_duration_in_minutes integer not null,
  utc_offset_minutes integer not null,
  number integer not null,
  next_end_at integer,
  closed_at integer,
  primary key (account_id, interaction_id, activity_id, host_id, starting_at),
  unique (account_id, number),
  foreign key (account_id, interaction_id, activity_id) references activity (account_id, interaction_id, id)
) strict, without rowid;

CREATE TABLE slot_event (
  account_id integer not null,
  id blob not null,
  interaction_id text not null,
  activity_id text not null,
  host_id text not null,
  starting_at integer not null,
  capacity integer not null,
  recorded_at integer not null,
  actor text not null,
  request_id text,
  position integer,
  kind text not null,
  details text,
  primary key (account_id, id)
) strict, without rowid;

CREATE TABLE ticket (
  account_id integer not null,
  booking_id blob not null,
  number integer not null check (number >= 1),
  cancelled_at integer,
  attendee_display_name text,
  attendee_checked_in_at integer,
  attendee_words text,
  primary key (account_id, booking_id, number),
  foreign key (account_id, booking_id) references booking (account_id, id)
) strict, without rowid;

CREATE TABLE ticket_type (
  account_id integer not null,
  interaction_id text not null,
  activity_id text not null,
  id text not null,
  display_name text not null,
  has_limited_capacity integer not null check (has_limited_capacity in (0, 1)),
  tickets_per_contact integer,
  capacity_per_slot integer,
  booking_cutoff_minutes integer,
  bookable_from integer,
  bookable_until integer,
  number integer not null,
  primary key (account_id, interaction_id, activity_id, id),
  unique (account_id, number),
  foreign key (account_id, interaction_id, activity_id) references activity (account_id, interaction_id, id)
) strict, without rowid;

CREATE TABLE type_limit (
  account_id integer not null,
  slot_number integer not null,
  until integer not null,
  ticket_type_number integer not null,
  capacity integer check (capacity >= 0),
  overbooked_by integer not null check (overbooked_by >= 0),
  primary key (account_id, slot_number, until, ticket_type_number),
  foreign key (account_id, slot_number) references slot (account_id, number) on delete cascade,
  foreign key (account_id, ticket_type_number) references ticket_type (account_id, number) on delete cascade
) strict, without rowid;

CREATE TABLE webhook (
  account_id integer not null references account (id),
  id text not null,
  url text not null,
  events text not null,
  interactions text not null,
  state text not null check (state in ('active', 'paused', 'ended')),
  reason text,
  created_at integer not null,
  state_at integer not null,
  cursor text not null,
  position integer not null,
  lease_number integer not null,
  lease_beat integer not null,
  lease_held integer not null check (lease_held in (0, 1)),
  primary key (account_id, id)
) strict, without rowid;

CREATE TABLE webhook_attempt (
  account_id integer not null,
  webhook_id text not null,
  delivery_id text not null,
  number integer not null,
  at integer not null,
  status integer,
  error text,
  ms integer not null,
  answer text,
  primary key (account_id, webhook_id, delivery_id, number),
  foreign key (account_id, webhook_id, delivery_id)
    references webhook_delivery (account_id, webhook_id, id)
) strict, without rowid;

CREATE TABLE webhook_delivery (
  account_id integer not null,
  webhook_id text not null,
  id text not null,
  position integer not null,
  lane text not null,
  booking_id blob,
  slot text,
  type text not null,
  change_cursor text not null,
  at integer not null,
  actor text not null,
  request_id text,
  state text not null check (state in ('waiting', 'delivered', 'failed', 'given-up')),
  attempts integer not null,
  failures integer not null,
  first_at integer,
  next_at integer not null,
  ended_at integer,
  primary key (account_id, webhook_id, id),
  foreign key (account_id, webhook_id) references webhook (account_id, id)
) strict, without rowid;

CREATE TABLE webhook_secret (
  account_id integer not null,
  webhook_id text not null,
  id text not null,
  sealed text not null,
  created_at integer not null,
  expires_at integer,
  primary key (account_id, webhook_id, id),
  foreign key (account_id, webhook_id) references webhook (account_id, id)
) strict, without rowid;

CREATE INDEX access_token_by_end on access_token (account_id, expires_at);

CREATE INDEX api_host_by_account on api_host (account_id, position);

CREATE INDEX audit_event_by_account on audit_event (account_id, at);

CREATE INDEX booking_by_slot on booking (account_id, slot_number, booking_status, booked_at, id);

CREATE INDEX booking_event_by_position on booking_event (account_id, position, recorded_at);

CREATE INDEX booking_event_by_request on booking_event (account_id, request_id) where request_id is not null;

CREATE INDEX booking_event_of_given on booking_event (account_id) where kind = 'contact-changed';

CREATE INDEX hold_by_age on hold (account_id, ended_at) where ended_at is not null;

CREATE INDEX hold_by_booking on hold (account_id, booking_id, slot_number, state, tickets, expires_at);

CREATE INDEX hold_by_contact on hold (account_id, contact_number) where contact_number is not null;

CREATE INDEX hold_by_end on hold (account_id, expires_at) where ended_at is null;

CREATE INDEX hold_by_making on hold (account_id, slot_number, made_at);

CREATE INDEX hold_by_slot on hold (account_id, slot_number, state, expires_at);

CREATE INDEX host_by_id on host (account_id, id);

CREATE UNIQUE INDEX operator_by_live_name on operator (name) where revoked_at is null;

CREATE INDEX operator_request_by_age on operator_request (account_id, created_at);

CREATE INDEX outcome_by_age on outcome (account_id, created_at) where client_id <> '';

CREATE INDEX rate_count_by_end on rate_count (ends_at);

CREATE INDEX reminder_by_look on reminder (look_at);

CREATE INDEX request_record_by_age on request_record (account_id, at);

CREATE INDEX request_record_by_request on request_record (request_id);

CREATE INDEX slot_by_end on slot (next_end_at) where next_end_at is not null;

CREATE INDEX slot_by_start on slot (account_id, starting_at);

CREATE INDEX slot_event_by_position on slot_event (account_id, position, recorded_at);

CREATE INDEX webhook_delivery_due
  on webhook_delivery (account_id, webhook_id, state, next_at, position);

CREATE INDEX webhook_delivery_log on webhook_delivery (account_id, webhook_id, at, position);

CREATE INDEX webhook_delivery_next on webhook_delivery (account_id, next_at, webhook_id) where state = 'waiting';

CREATE INDEX webhook_delivery_of_booking on webhook_delivery (account_id, booking_id);

CREATE INDEX webhook_delivery_open on webhook_delivery (account_id, webhook_id, lane, position)
  where state in ('waiting', 'failed');
