-- oldest program: 0.3.0
--
-- Webhooks and what they post.

-- A webhook reads the feed of changes up to cursor, and posts. One process at a time delivers for it: who holds
-- the lease raises lease_beat with every write, and every write names lease_number, which the next holder raises.
create table webhook (
  account_id integer not null references account (id),
  id text not null,
  url text not null,
  events text not null,
  interactions text not null,
  state text not null check (state in ('active', 'paused', 'ended')),
  reason text,
  created_at bigint not null,
  state_at bigint not null,
  cursor text not null,
  position bigint not null,
  lease_number bigint not null,
  lease_beat bigint not null,
  lease_held integer not null check (lease_held in (0, 1)),
  primary key (account_id, id)
);

-- sealed is encrypted under a key that no database has.
create table webhook_secret (
  account_id integer not null,
  webhook_id text not null,
  id text not null,
  sealed text not null,
  created_at bigint not null,
  expires_at bigint,
  primary key (account_id, webhook_id, id),
  foreign key (account_id, webhook_id) references webhook (account_id, id)
);

-- A change that was taken from the feed. Its body is made of the booking or the slot when it is sent. Deliveries
-- of one lane, a booking or a slot, are sent in the order of their positions.
create table webhook_delivery (
  account_id integer not null,
  webhook_id text not null,
  id text not null,
  position bigint not null,
  lane text not null,
  booking_id uuid,
  slot text,
  type text not null,
  change_cursor text not null,
  at bigint not null,
  actor text not null,
  request_id text,
  state text not null check (state in ('waiting', 'delivered', 'failed', 'given-up')),
  attempts integer not null,
  failures integer not null,
  first_at bigint,
  next_at bigint not null,
  ended_at bigint,
  primary key (account_id, webhook_id, id),
  foreign key (account_id, webhook_id) references webhook (account_id, id)
);

create index webhook_delivery_due
  on webhook_delivery (account_id, webhook_id, state, next_at, position);

create index webhook_delivery_log on webhook_delivery (account_id, webhook_id, at, position);

-- What holds back a delivery is found among what is open, not in the whole log of its lane: a slot of thousands of
-- changes is one lane.
create index webhook_delivery_open on webhook_delivery (account_id, webhook_id, lane, position)
  where state in ('waiting', 'failed');

-- One look for all webhooks of an account, by what is due.
create index webhook_delivery_next on webhook_delivery (account_id, next_at, webhook_id) where state = 'waiting';

create index webhook_delivery_of_booking on webhook_delivery (account_id, booking_id);

create table webhook_attempt (
  account_id integer not null,
  webhook_id text not null,
  delivery_id text not null,
  number integer not null,
  at bigint not null,
  status integer,
  error text,
  ms integer not null,
  answer text,
  primary key (account_id, webhook_id, delivery_id, number),
  foreign key (account_id, webhook_id, delivery_id)
    references webhook_delivery (account_id, webhook_id, id)
);
