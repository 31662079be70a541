-- oldest program: 0.1.0
--
-- The feed of changes (docs/integrating.md). position is an event's place in the feed of its account,
-- given after the event was committed by whoever reads the feed; null until then. The index finds what
-- has no position yet, oldest first, and what follows a position.
alter table booking_event add column position bigint;

create index booking_event_by_position on booking_event (account_id, position, recorded_at);

-- What happened to a slot's capacity. Without a foreign key: a slot may be removed, the event stays.
create table slot_event (
  account_id integer not null,
  id text not null,
  interaction_id text not null,
  activity_id text not null,
  host_id text not null,
  starting_at bigint not null,
  capacity integer not null,
  recorded_at bigint not null,
  actor text not null,
  request_id text,
  position bigint,
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
