create table access_token (
  account_id integer not null,
  hash text collate "C" not null,
  client_id text collate "C" not null,
  secret_id text collate "C" not null,
  issued_at bigint not null,
  expires_at bigint not null,
  FOREIGN KEY (account_id, client_id, secret_id) REFERENCES client_secret(account_id, client_id, id),
  PRIMARY KEY (account_id, hash)
);

create table account (
  id integer not null,
  tenant text collate "C" not null,
  environment text collate "C" not null,
  created_at bigint not null,
  catalogue_version bigint not null default 0,
  deletion text collate "C",
  CHECK ((environment = ANY (ARRAY['development'::text, 'uat'::text, 'production'::text]))),
  PRIMARY KEY (id),
  UNIQUE (tenant, environment)
);

create table account_number (
  account_id integer not null,
  next_number integer not null,
  FOREIGN KEY (account_id) REFERENCES account(id),
  PRIMARY KEY (account_id)
);

create table activity (
  account_id integer not null,
  interaction_id text collate "C" not null,
  id text collate "C" not null,
  title text collate "C" not null,
  location_hint text collate "C" not null,
  slot_duration_in_minutes integer,
  FOREIGN KEY (account_id, interaction_id) REFERENCES interaction(account_id, id),
  PRIMARY KEY (account_id, interaction_id, id)
);

create table api_host (
  host text collate "C" not null,
  account_id integer not null,
  "position" integer not null default 0,
  FOREIGN KEY (account_id) REFERENCES account(id),
  PRIMARY KEY (host)
);

create table audit_event (
  id text collate "C" not null,
  at bigint not null,
  actor text collate "C" not null,
  action text collate "C" not null,
  account_id integer,
  subject text collate "C" not null,
  details text collate "C",
  request_id text collate "C",
  FOREIGN KEY (account_id) REFERENCES account(id),
  PRIMARY KEY (id)
);

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
  FOREIGN KEY (account_id, contact_number) REFERENCES contact(account_id, number),
  FOREIGN KEY (account_id, slot_number) REFERENCES slot(account_id, number),
  FOREIGN KEY (account_id, ticket_type_number) REFERENCES ticket_type(account_id, number),
  PRIMARY KEY (account_id, contact_number, slot_starting_at, id) INCLUDE (interaction_number, host_number, ticket_type_number, booking_status, booked_at),
  UNIQUE (account_id, id)
);

create table booking_data (
  account_id integer not null,
  booking_id uuid not null,
  interaction_number integer not null,
  reference text collate "C",
  data text collate "C",
  FOREIGN KEY (account_id, booking_id) REFERENCES booking(account_id, id),
  PRIMARY KEY (account_id, booking_id),
  UNIQUE (account_id, reference, interaction_number)
);

create table booking_event (
  account_id integer not null,
  booking_id uuid not null,
  number integer not null,
  kind booking_event_kind not null,
  booking_status booking_status not null,
  at bigint not null,
  recorded_at bigint not null,
  actor text collate "C" not null,
  request_id text collate "C",
  details text collate "C",
  "position" bigint,
  CHECK ((number >= 1)),
  FOREIGN KEY (account_id, booking_id) REFERENCES booking(account_id, id),
  PRIMARY KEY (account_id, booking_id, number)
);

create table change_feed (
  account_id integer not null,
  since bigint not null,
  first_position bigint not null,
  last_position bigint not null,
  database_identity text collate "C" not null,
  epochs text collate "C" not null,
  PRIMARY KEY (account_id)
);

create table client_secret (
  account_id integer not null,
  client_id text collate "C" not null,
  id text collate "C" not null,
  hash text collate "C" not null,
  prefix text collate "C" not null,
  created_at bigint not null,
  expires_at bigint,
  last_used_at bigint,
  FOREIGN KEY (account_id, client_id) REFERENCES credential(account_id, client_id),
  PRIMARY KEY (account_id, client_id, id)
);

create table clock_mark (
  number bigint not null,
  at bigint not null,
  PRIMARY KEY (number)
);

create table contact (
  account_id integer not null,
  number integer not null,
  id uuid not null,
  external_id text collate "C" not null,
  FOREIGN KEY (account_id) REFERENCES account(id),
  PRIMARY KEY (account_id, number),
  UNIQUE (account_id, external_id) INCLUDE (number),
  UNIQUE (account_id, id)
);

create table credential (
  account_id integer not null,
  client_id text collate "C" not null,
  audience text collate "C" not null,
  created_at bigint not null,
  revoked_at bigint,
  label text collate "C",
  FOREIGN KEY (account_id) REFERENCES account(id),
  PRIMARY KEY (account_id, client_id),
  UNIQUE (client_id)
);

create table directory (
  id integer not null,
  version bigint not null,
  stamp bigint not null,
  last_account_id integer not null,
  CHECK ((id = 1)),
  PRIMARY KEY (id)
);

create table directory_change (
  version bigint not null,
  stamp bigint not null,
  changed_account_id integer not null,
  changed_client_id text collate "C",
  PRIMARY KEY (version)
);

create table enabled_endpoint (
  account_id integer not null,
  endpoint text collate "C" not null,
  FOREIGN KEY (account_id) REFERENCES account(id),
  PRIMARY KEY (account_id, endpoint)
);

create table "group" (
  account_id integer not null,
  unique_key text collate "C" not null,
  display_name text collate "C" not null,
  FOREIGN KEY (account_id) REFERENCES account(id),
  PRIMARY KEY (account_id, unique_key)
);

create table hold (
  account_id integer not null,
  id uuid not null,
  slot_number integer not null,
  ticket_type_number integer not null,
  contact_number integer,
  booking_id uuid,
  tickets integer not null,
  state text collate "C" not null,
  made_at bigint not null,
  seconds integer not null,
  asked_until bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  passed text collate "C",
  CHECK ((state = ANY (ARRAY['live'::text, 'booked'::text, 'released'::text, 'ended'::text]))),
  CHECK ((tickets >= 1)),
  FOREIGN KEY (account_id, booking_id) REFERENCES booking(account_id, id),
  FOREIGN KEY (account_id, contact_number) REFERENCES contact(account_id, number),
  FOREIGN KEY (account_id, slot_number) REFERENCES slot(account_id, number) ON DELETE CASCADE,
  FOREIGN KEY (account_id, ticket_type_number) REFERENCES ticket_type(account_id, number),
  PRIMARY KEY (account_id, id)
);

create table host (
  account_id integer not null,
  interaction_id text collate "C" not null,
  activity_id text collate "C" not null,
  id text collate "C" not null,
  display_name text collate "C" not null,
  slot_duration_in_minutes integer,
  "overlaps" integer not null default 0,
  number integer not null,
  CHECK (("overlaps" = ANY (ARRAY[0, 1]))),
  FOREIGN KEY (account_id, interaction_id, activity_id) REFERENCES activity(account_id, interaction_id, id),
  PRIMARY KEY (account_id, interaction_id, activity_id, id),
  UNIQUE (account_id, number)
);

create table import_job (
  account_id integer not null,
  id text collate "C" not null,
  started_at bigint not null,
  beat_at bigint not null,
  ended_at bigint,
  job text collate "C" not null,
  FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  PRIMARY KEY (account_id, id)
);

create table import_left_out (
  account_id integer not null,
  import_id text collate "C" not null,
  number integer not null,
  written_at bigint not null,
  text text collate "C" not null,
  FOREIGN KEY (account_id, import_id) REFERENCES import_job(account_id, id) ON DELETE CASCADE,
  PRIMARY KEY (account_id, import_id, number)
);

create table interaction (
  account_id integer not null,
  id text collate "C" not null,
  public_key text collate "C" not null,
  group_unique_key text collate "C" not null,
  timezone text collate "C" not null,
  default_language text collate "C" not null,
  languages text collate "C" not null,
  cancellation_cutoff_minutes integer,
  waitlist_promotion text collate "C" not null,
  title text collate "C" not null default '{}'::text,
  tickets_per_contact integer,
  booking_cutoff_minutes integer,
  contact_limit_counts text collate "C" not null,
  waitlist_offer_minutes integer,
  reminder_minutes text collate "C",
  number integer not null,
  CHECK ((contact_limit_counts = ANY (ARRAY['all'::text, 'upcoming'::text, 'week'::text, 'month'::text]))),
  CHECK ((waitlist_promotion = ANY (ARRAY['manual'::text, 'automatic'::text, 'offer'::text]))),
  FOREIGN KEY (account_id, group_unique_key) REFERENCES "group"(account_id, unique_key),
  PRIMARY KEY (account_id, id),
  UNIQUE (account_id, number),
  UNIQUE (account_id, public_key)
);

create table operator (
  id text collate "C" not null,
  name text collate "C" not null,
  role text collate "C" not null,
  all_accounts integer not null,
  key_hash text collate "C" not null,
  key_prefix text collate "C" not null,
  created_at bigint not null,
  revoked_at bigint,
  last_used_at bigint,
  limits text collate "C",
  CHECK ((all_accounts = ANY (ARRAY[0, 1]))),
  CHECK ((role = ANY (ARRAY['admin'::text, 'staff'::text, 'viewer'::text]))),
  PRIMARY KEY (id),
  UNIQUE (key_hash)
);

create table operator_account (
  account_id integer not null,
  operator_id text collate "C" not null,
  FOREIGN KEY (account_id) REFERENCES account(id),
  PRIMARY KEY (account_id, operator_id)
);

create table operator_request (
  account_id integer not null,
  operator text collate "C" not null,
  key_hash text collate "C" not null,
  digest text collate "C" not null,
  attempt text collate "C" not null,
  status integer not null,
  made text collate "C" not null,
  created_at bigint not null,
  PRIMARY KEY (account_id, operator, key_hash)
);

create table operator_session (
  secret_hash text collate "C" not null,
  id text collate "C" not null,
  operator_id text collate "C" not null,
  holder text collate "C" not null,
  begun_at bigint not null,
  ends_at bigint not null,
  used_at bigint not null,
  PRIMARY KEY (secret_hash)
);

create table outcome (
  account_id integer not null,
  client_id text collate "C" not null,
  idempotency_key text collate "C" not null,
  booking_id uuid,
  answer text collate "C" not null,
  created_at bigint not null,
  PRIMARY KEY (account_id, client_id, idempotency_key)
);

create table rate_count (
  limit_name text collate "C" not null,
  key text collate "C" not null,
  count bigint not null,
  ends_at bigint not null,
  PRIMARY KEY (limit_name, key)
);

create table reminder (
  account_id integer not null,
  interaction_id text collate "C" not null,
  minutes integer not null,
  told_until bigint not null,
  look_at bigint not null,
  FOREIGN KEY (account_id, interaction_id) REFERENCES interaction(account_id, id) ON DELETE CASCADE,
  PRIMARY KEY (account_id, interaction_id, minutes)
);

create table request_record (
  account_id integer not null,
  id text collate "C" not null,
  request_id text collate "C" not null,
  at bigint not null,
  client_id text collate "C" not null,
  endpoint text collate "C" not null,
  request text collate "C" not null,
  status integer not null,
  refusal text collate "C",
  answer text collate "C" not null,
  duration_ms bigint not null,
  FOREIGN KEY (account_id) REFERENCES account(id),
  PRIMARY KEY (account_id, id)
);

create table schema_migration (
  name text collate "C" not null,
  applied_at bigint not null,
  oldest_program text collate "C",
  PRIMARY KEY (name)
);

create table slot (
  account_id integer not null,
  interaction_id text collate "C" not null,
  activity_id text collate "C" not null,
  host_id text collate "C" not null,
  starting_at bigint not null,
  capacity integer not null,
  taken integer not null,
  overbooked_by integer not null,
  slot_duration_in_minutes integer not null,
  utc_offset_minutes integer not null,
  number integer not null,
  next_end_at bigint,
  closed_at bigint,
  CHECK ((capacity >= 0)),
  CHECK ((overbooked_by >= 0)),
  CHECK ((taken >= 0)),
  FOREIGN KEY (account_id, interaction_id, activity_id) REFERENCES activity(account_id, interaction_id, id),
  PRIMARY KEY (account_id, interaction_id, activity_id, host_id, starting_at),
  UNIQUE (account_id, number)
);

create table slot_event (
  account_id integer not null,
  id uuid not null,
  interaction_id text collate "C" not null,
  activity_id text collate "C" not null,
  host_id text collate "C" not null,
  starting_at bigint not null,
  capacity integer not null,
  recorded_at bigint not null,
  actor text collate "C" not null,
  request_id text collate "C",
  "position" bigint,
  kind text collate "C" not null,
  details text collate "C",
  PRIMARY KEY (account_id, id)
);

create table ticket (
  account_id integer not null,
  booking_id uuid not null,
  number integer not null,
  cancelled_at bigint,
  attendee_display_name text collate "C",
  attendee_checked_in_at bigint,
  attendee_words text collate "C",
  CHECK ((number >= 1)),
  FOREIGN KEY (account_id, booking_id) REFERENCES booking(account_id, id),
  PRIMARY KEY (account_id, booking_id, number)
);

create table ticket_type (
  account_id integer not null,
  interaction_id text collate "C" not null,
  activity_id text collate "C" not null,
  id text collate "C" not null,
  display_name text collate "C" not null,
  has_limited_capacity integer not null,
  tickets_per_contact integer,
  capacity_per_slot integer,
  booking_cutoff_minutes integer,
  bookable_from bigint,
  bookable_until bigint,
  number integer not null,
  CHECK ((has_limited_capacity = ANY (ARRAY[0, 1]))),
  FOREIGN KEY (account_id, interaction_id, activity_id) REFERENCES activity(account_id, interaction_id, id),
  PRIMARY KEY (account_id, interaction_id, activity_id, id),
  UNIQUE (account_id, number)
);

create table type_limit (
  account_id integer not null,
  slot_number integer not null,
  until bigint not null,
  ticket_type_number integer not null,
  capacity integer,
  overbooked_by integer not null,
  CHECK ((capacity >= 0)),
  CHECK ((overbooked_by >= 0)),
  FOREIGN KEY (account_id, slot_number) REFERENCES slot(account_id, number) ON DELETE CASCADE,
  FOREIGN KEY (account_id, ticket_type_number) REFERENCES ticket_type(account_id, number) ON DELETE CASCADE,
  PRIMARY KEY (account_id, slot_number, until, ticket_type_number)
);

create table webhook (
  account_id integer not null,
  id text collate "C" not null,
  url text collate "C" not null,
  events text collate "C" not null,
  interactions text collate "C" not null,
  state text collate "C" not null,
  reason text collate "C",
  created_at bigint not null,
  state_at bigint not null,
  cursor text collate "C" not null,
  "position" bigint not null,
  lease_number bigint not null,
  lease_beat bigint not null,
  lease_held integer not null,
  CHECK ((lease_held = ANY (ARRAY[0, 1]))),
  CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'ended'::text]))),
  FOREIGN KEY (account_id) REFERENCES account(id),
  PRIMARY KEY (account_id, id)
);

create table webhook_attempt (
  account_id integer not null,
  webhook_id text collate "C" not null,
  delivery_id text collate "C" not null,
  number integer not null,
  at bigint not null,
  status integer,
  error text collate "C",
  ms integer not null,
  answer text collate "C",
  FOREIGN KEY (account_id, webhook_id, delivery_id) REFERENCES webhook_delivery(account_id, webhook_id, id),
  PRIMARY KEY (account_id, webhook_id, delivery_id, number)
);

create table webhook_delivery (
  account_id integer not null,
  webhook_id text collate "C" not null,
  id text collate "C" not null,
  "position" bigint not null,
  lane text collate "C" not null,
  booking_id uuid,
  slot text collate "C",
  type text collate "C" not null,
  change_cursor text collate "C" not null,
  at bigint not null,
  actor text collate "C" not null,
  request_id text collate "C",
  state text collate "C" not null,
  attempts integer not null,
  failures integer not null,
  first_at bigint,
  next_at bigint not null,
  ended_at bigint,
  CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text, 'given-up'::text]))),
  FOREIGN KEY (account_id, webhook_id) REFERENCES webhook(account_id, id),
  PRIMARY KEY (account_id, webhook_id, id)
);

create table webhook_secret (
  account_id integer not null,
  webhook_id text collate "C" not null,
  id text collate "C" not null,
  sealed text collate "C" not null,
  created_at bigint not null,
  expires_at bigint,
  FOREIGN KEY (account_id, webhook_id) REFERENCES webhook(account_id, id),
  PRIMARY KEY (account_id, webhook_id, id)
);

CREATE INDEX access_token_by_end ON public.access_token USING btree (account_id, expires_at);

CREATE INDEX api_host_by_account ON public.api_host USING btree (account_id, "position");

CREATE INDEX audit_event_by_account ON public.audit_event USING btree (account_id, at);

CREATE INDEX booking_by_slot ON public.booking USING btree (account_id, slot_number, booking_status, booked_at, id);

CREATE INDEX booking_event_by_position ON public.booking_event USING btree (account_id, "position", recorded_at);

CREATE INDEX booking_event_by_request ON public.booking_event USING btree (account_id, "left"(request_id, 11), hashtext(request_id)) WHERE (request_id IS NOT NULL);

CREATE INDEX booking_event_of_given ON public.booking_event USING btree (account_id) WHERE (kind = 'contact-changed'::booking_event_kind);

CREATE INDEX hold_by_age ON public.hold USING btree (account_id, ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX hold_by_booking ON public.hold USING btree (account_id, booking_id, slot_number, state, tickets, expires_at);

CREATE INDEX hold_by_contact ON public.hold USING btree (account_id, contact_number) WHERE (contact_number IS NOT NULL);

CREATE INDEX hold_by_end ON public.hold USING btree (account_id, expires_at) WHERE (ended_at IS NULL);

CREATE INDEX hold_by_making ON public.hold USING btree (account_id, slot_number, made_at);

CREATE INDEX hold_by_slot ON public.hold USING btree (account_id, slot_number, state, expires_at);

CREATE INDEX host_by_id ON public.host USING btree (account_id, id);

CREATE UNIQUE INDEX operator_by_live_name ON public.operator USING btree (name) WHERE (revoked_at IS NULL);

CREATE INDEX operator_request_by_age ON public.operator_request USING btree (account_id, created_at);

CREATE INDEX outcome_by_age ON public.outcome USING btree (account_id, created_at) WHERE (client_id <> ''::text);

CREATE INDEX rate_count_by_end ON public.rate_count USING btree (ends_at);

CREATE INDEX reminder_by_look ON public.reminder USING btree (look_at);

CREATE INDEX request_record_by_age ON public.request_record USING btree (account_id, at);

CREATE INDEX request_record_by_request ON public.request_record USING btree (request_id);

CREATE INDEX slot_by_end ON public.slot USING btree (next_end_at) WHERE (next_end_at IS NOT NULL);

CREATE INDEX slot_by_start ON public.slot USING btree (account_id, starting_at);

CREATE INDEX slot_event_by_position ON public.slot_event USING btree (account_id, "position", recorded_at);

CREATE INDEX ticket_by_name ON public.ticket USING gin (array_to_tsvector(string_to_array((((account_id)::text || '/'::text) || replace(COALESCE(attendee_words, lower(attendee_display_name)), ' '::text, ((' '::text || (account_id)::text) || '/'::text))), ' '::text))) WITH (fastupdate=off);

CREATE INDEX webhook_delivery_due ON public.webhook_delivery USING btree (account_id, webhook_id, state, next_at, "position");

CREATE INDEX webhook_delivery_log ON public.webhook_delivery USING btree (account_id, webhook_id, at, "position");

CREATE INDEX webhook_delivery_next ON public.webhook_delivery USING btree (account_id, next_at, webhook_id) WHERE (state = 'waiting'::text);

CREATE INDEX webhook_delivery_of_booking ON public.webhook_delivery USING btree (account_id, booking_id);

CREATE INDEX webhook_delivery_open ON public.webhook_delivery USING btree (account_id, webhook_id, lane, "position") WHERE (state = ANY (ARRAY['waiting'::text, 'failed'::text]));
