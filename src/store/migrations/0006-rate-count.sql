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
