-- oldest program: 0.1.0
--
-- What operators call a client. Null: nothing but its id.
alter table credential add column label text;
