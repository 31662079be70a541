-- From a slot to its bookings: who waits, in the order of entry, and when something last happened
-- there. Seats are given and taken under the slot's lock with the help of this index.
create index booking_by_slot on booking (account_id, interaction_id, activity_id, host_id, slot_starting_at, booking_status, booked_at, id);

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

-- From which request of the operator API a change came; null on the command line.
alter table audit_event add column request_id text;
