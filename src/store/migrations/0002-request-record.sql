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

-- What an operator did to bookings and what a cancel changed is found by the same request id.
create index booking_event_by_request on booking_event (account_id, request_id);
