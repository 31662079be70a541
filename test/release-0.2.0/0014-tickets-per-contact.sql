-- oldest program: 0.1.0
--
-- How many live tickets one contact may have of a campaign, and of a ticket type; null: any number.
alter table interaction add column tickets_per_contact integer;

alter table ticket_type add column tickets_per_contact integer;
