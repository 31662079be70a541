-- oldest program: 0.1.0
--
-- What an operator has beyond a role of the first three and its accounts, as JSON: the role `agent`, scopes, campaigns,
-- an end. Such an operator is stored as a viewer, and its key's hash begins with `limited:`, so that a program that
-- does not know this column finds no such key.
alter table operator add column limits text;
