-- Accounts, who calls them, and who operates them.
--
-- These four files are the data model in the portable subset of SQL: bigint for instants (milliseconds since 1970, UTC)
-- and counts, integer 0/1 for truth, text for ids and JSON. Each engine's file says how it reads them.
--
-- Every key of an account's data starts with account_id, and every foreign key carries it: rows of two accounts cannot
-- be mixed up, and the tables can be distributed by account.
--
-- Until 0.3.0 is released these files are edited instead of being followed by a migration, because no database of them
-- exists: a column stands in its table's statement, and its type in `src/store/tables.ts`. The numbers begin at 0101,
-- because 0.2.0 had 0001 to 0021.

-- catalogue_version says which state an account's catalogue is in: another number after every change
-- of a group, campaign, activity, host or ticket type, set in the same transaction. Processes remember
-- the catalogue's texts under it. It is drawn at random rather than counted, so that a number never
-- returns for another content, not even when the database is put back to an earlier state.
-- deletion is null until the account's deletion has begun: JSON, who began it and how many rows are gone, by table.
create table account (
  id integer not null primary key,
  tenant text not null,
  environment text not null check (environment in ('development', 'uat', 'production')),
  created_at bigint not null,
  catalogue_version bigint not null default 0,
  deletion text,
  unique (tenant, environment)
);

-- Every API host belongs to exactly one account (interface, What the service does). position is the
-- order in which an account's hosts were given: the first names the default audience.
create table api_host (
  host text not null primary key,
  account_id integer not null references account (id),
  position integer not null default 0
);

create index api_host_by_account on api_host (account_id, position);

create table enabled_endpoint (
  account_id integer not null references account (id),
  endpoint text not null,
  primary key (account_id, endpoint)
);

-- One row. Raised by every change to accounts, hosts, endpoints, credentials and secrets, so that
-- each process notices within a second by asking for one version. stamp is drawn at random with each version: a database
-- that was put back to an earlier state, and has counted up again, is not taken for the one that was known.
-- last_account_id is the highest id that an account ever had: it does not return when that account is deleted.
create table directory (
  id integer not null primary key check (id = 1),
  version bigint not null,
  stamp bigint not null,
  last_account_id integer not null
);

insert into directory (id, version, stamp, last_account_id) values (1, 1, 0, 0);

-- What the latest versions changed: a process reads these accounts and clients again, not all. No client: the account, with
-- its hosts, endpoints and clients.
create table directory_change (
  version bigint not null primary key,
  stamp bigint not null,
  changed_account_id integer not null,
  changed_client_id text
);

-- label is what operators call a client.
create table credential (
  account_id integer not null references account (id),
  client_id text not null,
  audience text not null,
  created_at bigint not null,
  revoked_at bigint,
  label text,
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

-- People and programs that may use the operator API and the console; the installation's own, like
-- accounts. Only a hash of the key: it is shown once, when it is made. all_accounts 1 means every
-- account there is or will be; otherwise operator_account names them. limits is JSON:
-- the role `agent`, scopes, campaigns, an end.
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
  limits text,
  unique (key_hash)
);

-- A name can be given again after its operator was revoked; two live ones never share it.
create unique index operator_by_live_name on operator (name) where revoked_at is null;

create table operator_account (
  account_id integer not null references account (id),
  operator_id text not null,
  primary key (account_id, operator_id)
);

-- A browser's session lives longer than the process that began it. Of its secret the table has the hash alone. `holder` is
-- JSON: the hash of a key, which is looked up at each request, or a person as an identity provider named them.
create table operator_session (
  secret_hash text not null primary key,
  id text not null,
  operator_id text not null,
  holder text not null,
  begun_at bigint not null,
  ends_at bigint not null,
  used_at bigint not null
);

-- An operator's request under an Idempotency-Key, written in the transaction of its change, so that the same
-- request again gets the first answer. It lives a day. account_id is 0 for a request on the installation, so no
-- foreign key leads to the account. key_hash is a hash because operators choose the key; digest is one of the
-- request; attempt is the request that was first; made has the ids and figures of its answer, or the refusal.
create table operator_request (
  account_id integer not null,
  operator text not null,
  key_hash text not null,
  digest text not null,
  attempt text not null,
  status integer not null,
  made text not null,
  created_at bigint not null,
  primary key (account_id, operator, key_hash)
);

create index operator_request_by_age on operator_request (account_id, created_at);

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

-- What the service's clock said, about once an hour and in the order of writing. Contacts are erased by their age
-- only where these marks reach from a day ago up to now without a jump. A clock that is ahead would erase all.
create table clock_mark (
  number bigint not null,
  at bigint not null,
  primary key (number)
);

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
