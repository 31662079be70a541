-- oldest program: 0.1.0
--
-- What holds back a delivery is found among what is open, not in the whole log of its lane: a slot of thousands of changes
-- is one lane. The index of the whole lane stays for programs of 0.2.0 beside this one.
create index webhook_delivery_open on webhook_delivery (account_id, webhook_id, lane, position)
  where state in ('waiting', 'failed');
