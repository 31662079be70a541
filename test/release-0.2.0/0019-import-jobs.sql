-- oldest program: 0.1.0
--
-- An import over HTTP, which any node tells. Its node raises beat_at; without ended_at and with an old beat, that node is
-- gone. job is JSON.
create table import_job (
  account_id integer not null references account (id) on delete cascade,
  id text not null,
  started_at bigint not null,
  beat_at bigint not null,
  ended_at bigint,
  job text not null,
  primary key (account_id, id)
);

-- The lines that an import left out, in pieces. text is a JSON string, because a bad line may have any character.
create table import_left_out (
  account_id integer not null,
  import_id text not null,
  number integer not null,
  written_at bigint not null,
  text text not null,
  primary key (account_id, import_id, number),
  foreign key (account_id, import_id) references import_job (account_id, id) on delete cascade
);
