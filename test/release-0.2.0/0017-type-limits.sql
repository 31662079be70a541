-- oldest program: 0.1.0
--
-- The limit of a ticket type inside each slot; null: none.
alter table ticket_type add column capacity_per_slot integer;

-- A ticket type's limit in one slot. until is 9007199254740991 in the row of now: capacity is the slot's own limit,
-- null where it says none, and overbooked_by how many tickets above the limit were sold on purpose. A row with
-- another until is the past: capacity is the limit that held until then, null where there was none. Rows of the past
-- stay, because `booking verify` judges who passed whom at that time. An older program removes slots and ticket types
-- without knowing of the rows, so these go with them.
create table type_limit (
  account_id integer not null,
  interaction_id text not null,
  activity_id text not null,
  host_id text not null,
  starting_at bigint not null,
  until bigint not null,
  ticket_type_id text not null,
  capacity integer check (capacity >= 0),
  overbooked_by integer not null check (overbooked_by >= 0),
  primary key (account_id, interaction_id, activity_id, host_id, starting_at, until, ticket_type_id),
  foreign key (account_id, interaction_id, activity_id, host_id, starting_at)
    references slot (account_id, interaction_id, activity_id, host_id, starting_at) on delete cascade,
  foreign key (account_id, interaction_id, activity_id, ticket_type_id)
    references ticket_type (account_id, interaction_id, activity_id, id) on delete cascade
);
