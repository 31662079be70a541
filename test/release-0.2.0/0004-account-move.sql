-- oldest program: 0.1.0
--
-- Moves of accounts between installations (docs/scaling.md). At the source, the states are copying,
-- following, moved and removed; at the target, arriving and arrived. move is the same at both, run is the
-- command that may go on with it. Writes of the account are refused until paused_until, and in the state
-- moved. Without a foreign key: the row outlives the account until the account's triggers are gone.
create table account_move (
  account_id integer not null,
  account text not null,
  move text not null,
  run text not null,
  state text not null check (state in ('copying', 'following', 'moved', 'removed', 'arriving', 'arrived')),
  paused_until bigint,
  started_at bigint not null,
  primary key (account_id)
);

-- The keys of rows that changed while their account moves. row_key is the JSON array of the key's columns
-- after the account. A row is written by a trigger, in the transaction of the change.
create table moved_row (
  account_id integer not null,
  id text not null,
  table_name text not null,
  row_key text not null,
  primary key (account_id, id)
);
