-- Which state an account's catalogue is in: another number after every change of a group, campaign,
-- activity, host or ticket type, set in the same transaction. Processes remember the catalogue's
-- texts under it. It is drawn at random rather than counted, so that a number never comes back for
-- another content, not even when the database is put back to what it was some time ago.
alter table account add column catalogue_version bigint not null default 0;
