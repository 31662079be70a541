-- oldest program: 0.1.0
--
-- The slots of an account in the order of their start, over all campaigns: a search by a name that many have, an export
-- and a report read them in windows.
create index slot_by_start on slot (account_id, starting_at);
