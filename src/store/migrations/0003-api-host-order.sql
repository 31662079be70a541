-- The order in which an account's hosts were given: the first names the default audience.
alter table api_host add column position integer not null default 0;
