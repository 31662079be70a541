-- oldest program: 0.1.0
--
-- A slot's own length in minutes; 0: none. Null: a slot of an older program, which has the length of its host or
-- activity until it gets one of its own. kind is the feed's name of a slot's change; null: capacity-changed.
alter table slot add column slot_duration_in_minutes integer;

alter table slot_event add column kind text;
