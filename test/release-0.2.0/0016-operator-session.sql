-- oldest program: 0.1.0
--
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
