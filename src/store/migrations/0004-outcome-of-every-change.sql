-- Every change of a booking leaves an outcome in its own transaction: under the caller's
-- Idempotency-Key, or, with client_id '', under an id made for this one attempt. When the answer to
-- a COMMIT is lost, the outcome tells whether it took place.
--
-- So an outcome no longer belongs to a credential. It has no foreign key at all: checking one would
-- make all changes of an account lock the same row. `booking verify` looks for strays instead.
create table outcome_before as select * from outcome;

drop table outcome;

create table outcome (
  account_id integer not null,
  client_id text not null,
  idempotency_key text not null,
  booking_id text not null,
  answer text not null,
  created_at bigint not null,
  primary key (account_id, client_id, idempotency_key)
);

insert into outcome (account_id, client_id, idempotency_key, booking_id, answer, created_at)
select account_id, client_id, idempotency_key, booking_id, answer, created_at
from outcome_before;

drop table outcome_before;

create index outcome_by_age on outcome (account_id, created_at);
