-- oldest program: 0.1.0
--
-- What the service's clock said, about once an hour and in the order of writing. Contacts are erased by their age
-- only where these marks reach from a day ago up to now without a jump. A clock that is ahead would erase all.
create table clock_mark (
  number bigint not null,
  at bigint not null,
  primary key (number)
);
