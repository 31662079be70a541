-- oldest program: 0.1.0
--
-- The highest id that an account ever had: it does not return when that account is deleted. Null: an older program's.
alter table directory add column last_account_id integer;
