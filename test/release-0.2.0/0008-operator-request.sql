-- oldest program: 0.1.0
--
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
