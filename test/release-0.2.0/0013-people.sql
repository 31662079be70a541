-- oldest program: 0.1.0
--
-- What operators read instead of a campaign's public key: a JSON language map, empty where there is none.
alter table interaction add column title text not null default '{}';
