-- Rows of a database of 0.2.0, written by that release.
delete from directory;
insert into "account" (id, tenant, environment, created_at, catalogue_version) values
  (1, 'acme', 'production', 1795886656478, 10051052176294),
  (2, 'acme', 'uat', 1795886659438, 128063075678769),
  (3, 'gone', 'development', 1795886662053, 0);
insert into "api_host" (host, account_id, position) values
  ('api.acme.example', 1, 1),
  ('uat.acme.example', 2, 1),
  ('uat2.acme.example', 2, 2);
insert into "enabled_endpoint" (account_id, endpoint) values
  (1, 'interactions:cancelInteractionBooking'),
  (1, 'interactions:fetchContactBookings');
insert into "directory" (id, version, last_account_id) values
  (1, 11, 3);
insert into "credential" (account_id, client_id, audience, created_at, revoked_at, label) values
  (1, 'bsc_3zpdnO2XU0TedjB4AWq-', 'https://api.acme.example', 1795886671739, null, null);
insert into "client_secret" (account_id, client_id, id, hash, prefix, created_at, expires_at, last_used_at) values
  (1, 'bsc_3zpdnO2XU0TedjB4AWq-', '109eee4b-cdd8-4dca-89b3-42946c5dade0', '65dc7cccdf37bc8ed47efa49c44211890380e45715b49d0a8a3a097e987a3ff2', 'bss_F6-1', 1795886671739, 1827422675630, 1795886754452),
  (1, 'bsc_3zpdnO2XU0TedjB4AWq-', '2f0103be-4c5a-401f-a8fe-c7a793f00b81', '5d1b3df425e9bbfc503a4da86e2bd673e1c863b94428dc718e325bcf5faaa51c', 'bss_Hl7A', 1795886675630, null, null);
insert into "access_token" (account_id, hash, client_id, secret_id, issued_at, expires_at) values
  (1, '138e25bc2c2980f60de0e497e8e13b84a4982f221269d4c599bac835f32770b7', 'bsc_3zpdnO2XU0TedjB4AWq-', '109eee4b-cdd8-4dca-89b3-42946c5dade0', 1795886754452, 1795890354452);
insert into "group" (account_id, unique_key, display_name) values
  (1, 'acme-fr', 'Acme France'),
  (2, 'acme-fr', 'Acme France');
insert into "interaction" (account_id, id, public_key, group_unique_key, timezone, default_language, languages, cancellation_cutoff_minutes, waitlist_promotion, title, tickets_per_contact) values
  (1, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'pk_summer', 'acme-fr', 'Europe/Paris', 'fr', '["fr","en"]', 60, 'automatic', '{"fr":"Été"}', 9),
  (1, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a02', 'pk_winter', 'acme-fr', 'America/New_York', 'en', '["en"]', null, 'manual', '{}', null),
  (2, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'pk_summer', 'acme-fr', 'Europe/Paris', 'fr', '["fr","en"]', 60, 'automatic', '{"fr":"Été"}', 9),
  (2, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a02', 'pk_winter', 'acme-fr', 'America/New_York', 'en', '["en"]', null, 'manual', '{}', null);
insert into "activity" (account_id, interaction_id, id, title, location_hint, slot_duration_in_minutes) values
  (1, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', '{"fr":"Dégustation","en":"Tasting"}', '{"fr":"Halle 2"}', 45),
  (1, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'workshop', '{"fr":"Atelier"}', '{}', null),
  (1, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a02', 'tasting', '{"en":"Winter tasting"}', '{}', null),
  (2, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', '{"fr":"Dégustation","en":"Tasting"}', '{"fr":"Halle 2"}', 45),
  (2, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'workshop', '{"fr":"Atelier"}', '{}', null),
  (2, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a02', 'tasting', '{"en":"Winter tasting"}', '{}', null);
insert into "host" (account_id, interaction_id, activity_id, id, display_name, slot_duration_in_minutes) values
  (1, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'workshop', 'ann', 'Ann', 20),
  (1, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'workshop', 'bob', 'Bob', null),
  (2, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'workshop', 'ann', 'Ann', 20),
  (2, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'workshop', 'bob', 'Bob', null);
insert into "ticket_type" (account_id, interaction_id, activity_id, id, display_name, has_limited_capacity, tickets_per_contact, capacity_per_slot) values
  (1, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', 'open', 'Open', 0, null, null),
  (1, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', 'standard', 'Standard', 1, 5, 4),
  (1, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'workshop', 'standard', 'Standard', 1, null, null),
  (1, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a02', 'tasting', 'standard', 'Standard', 1, null, null),
  (2, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', 'open', 'Open', 0, null, null),
  (2, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', 'standard', 'Standard', 1, 5, 4),
  (2, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'workshop', 'standard', 'Standard', 1, null, null),
  (2, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a02', 'tasting', 'standard', 'Standard', 1, null, null);
insert into "slot" (account_id, interaction_id, activity_id, host_id, starting_at, capacity, taken, overbooked_by, slot_duration_in_minutes) values
  (1, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', '', 1903852800000, 4, 2, 0, 45),
  (1, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', '', 1922342400000, 8, 0, 0, 0),
  (1, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'workshop', 'ann', 1903852800000, 2, 1, 0, 20),
  (1, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'workshop', 'bob', 1903852800000, 2, 0, 0, 0),
  (1, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a02', 'tasting', '', 917827199999, 5, 0, 0, 0),
  (1, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a02', 'tasting', '', 1927666800000, 5, 1, 0, 0),
  (2, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', '', 1903852800000, 4, 3, 0, 45),
  (2, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', '', 1922342400000, 8, 0, 0, 0),
  (2, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'workshop', 'ann', 1903852800000, 2, 1, 0, 20),
  (2, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'workshop', 'bob', 1903852800000, 2, 0, 0, 0),
  (2, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a02', 'tasting', '', 917827199999, 5, 0, 0, 0),
  (2, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a02', 'tasting', '', 1927666800000, 5, 2, 0, 0);
insert into "type_limit" (account_id, interaction_id, activity_id, host_id, starting_at, until, ticket_type_id, capacity, overbooked_by) values
  (1, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', '', 1903852800000, 9007199254740991, 'standard', 3, 0),
  (2, '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', '', 1903852800000, 9007199254740991, 'standard', 3, 0);
insert into "contact" (account_id, id, external_id) values
  (1, '58a18c71-ba5c-46f3-9242-d06d42b5ce09', 'CUST-1'),
  (1, '7dc51548-5948-41e1-a993-8857cf5ddae4', 'CUST-9'),
  (1, 'b2c240d8-592c-4a04-9ed5-668e95176177', 'CUST-2'),
  (1, 'c9f9e8ae-6980-424a-b1cf-19233a0c1a16', 'erased-0bc80d63-0962-4555-bc47-fdf9d305c662'),
  (1, 'dc4c2b24-db56-4457-a423-3244f6a9f404', 'CUST-3 é'),
  (2, '576c4f31-7692-479a-8b09-be35179886b8', 'CUST-2'),
  (2, '6ed6876d-e0a4-4b6d-85f1-18beb459ef94', 'CUST-3 é'),
  (2, '7683c8ad-7df0-4c16-9728-27e34eefda3a', 'CUST-5'),
  (2, '81f7f2e6-a0a1-4c17-932a-e8e3a3327bac', 'CUST-4'),
  (2, 'c258d0e6-d784-4340-af50-47e9c87d0d3f', 'CUST-1');
insert into "booking" (account_id, contact_id, slot_starting_at, id, interaction_id, activity_id, host_id, ticket_type_id, booking_status, booked_at) values
  (1, '58a18c71-ba5c-46f3-9242-d06d42b5ce09', 1903852800000, '0a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c03', '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', '', 'standard', 'CONFIRMED', 1795886754609),
  (1, '58a18c71-ba5c-46f3-9242-d06d42b5ce09', 1903852800000, '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', '', 'standard', 'CANCELLED', 1795886754609),
  (1, '7dc51548-5948-41e1-a993-8857cf5ddae4', 1922342400000, '7a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c09', '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', '', 'open', 'CONFIRMED', 1795886700812),
  (1, '7dc51548-5948-41e1-a993-8857cf5ddae4', 1927666800000, '5a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c07', '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a02', 'tasting', '', 'standard', 'CONFIRMED', 1743502272000),
  (1, 'b2c240d8-592c-4a04-9ed5-668e95176177', 1903852800000, '3a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c05', '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'workshop', 'ann', 'standard', 'CONFIRMED', 1743502272000),
  (1, 'b2c240d8-592c-4a04-9ed5-668e95176177', 1903852800000, 'ff6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c02', '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', '', 'standard', 'CONFIRMED', 1743502273456),
  (1, 'c9f9e8ae-6980-424a-b1cf-19233a0c1a16', 1903852800000, '4a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c06', '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', '', 'open', 'CONFIRMED', 1795886707181),
  (1, 'dc4c2b24-db56-4457-a423-3244f6a9f404', 917827199999, '1a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c04', '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a02', 'tasting', '', 'standard', 'CANCELLED', 917654400000),
  (2, '576c4f31-7692-479a-8b09-be35179886b8', 1903852800000, '3a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c05', '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'workshop', 'ann', 'standard', 'CONFIRMED', 1743502272000),
  (2, '576c4f31-7692-479a-8b09-be35179886b8', 1903852800000, 'ff6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c02', '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', '', 'standard', 'CONFIRMED', 1743502273456),
  (2, '6ed6876d-e0a4-4b6d-85f1-18beb459ef94', 917827199999, '1a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c04', '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a02', 'tasting', '', 'standard', 'CANCELLED', 917654400000),
  (2, '7683c8ad-7df0-4c16-9728-27e34eefda3a', 1927666800000, '5a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c07', '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a02', 'tasting', '', 'standard', 'CONFIRMED', 1743502272000),
  (2, '81f7f2e6-a0a1-4c17-932a-e8e3a3327bac', 1922342400000, '4a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c06', '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', '', 'open', 'CONFIRMED', 1743502272000),
  (2, 'c258d0e6-d784-4340-af50-47e9c87d0d3f', 1903852800000, '0a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c03', '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', '', 'standard', 'WAITLIST', 1743588672000),
  (2, 'c258d0e6-d784-4340-af50-47e9c87d0d3f', 1903852800000, '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'tasting', '', 'standard', 'CONFIRMED', 1743502272000);
insert into "ticket" (account_id, booking_id, number, cancelled_at, attendee_display_name, attendee_checked_in_at, attendee_indexed_name) values
  (1, '0a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c03', 1, null, null, null, null),
  (1, '1a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c04', 1, 917654400000, 'Old Guest', null, 'Old Guest'),
  (1, '1a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c04', 2, 917568000000, null, null, null),
  (1, '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', 1, 1795886754609, 'Zoë Müller-Ångström', null, 'Zoë Müller-Ångström'),
  (1, '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', 2, 1795886754609, 'Ann Lee-Jones', null, 'Ann Lee-Jones'),
  (1, '3a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c05', 1, null, 'Grace Hopper', 1746085800000, 'Grace Hopper'),
  (1, '4a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c06', 1, null, null, null, null),
  (1, '5a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c07', 1, null, null, null, null),
  (1, '5a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c07', 2, 1795886711234, null, null, null),
  (1, '7a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c09', 1, null, null, 1795886703985, null),
  (1, '7a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c09', 2, null, null, null, null),
  (1, 'ff6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c02', 1, null, 'Łukasz  Sørensen', null, 'Łukasz  Sørensen'),
  (2, '0a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c03', 1, null, null, null, null),
  (2, '1a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c04', 1, 917654400000, 'Old Guest', null, 'Old Guest'),
  (2, '1a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c04', 2, 917568000000, null, null, null),
  (2, '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', 1, null, 'Zoë Müller-Ångström', null, 'Zoë Müller-Ångström'),
  (2, '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', 2, null, 'Ann Lee', null, 'Ann Lee'),
  (2, '3a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c05', 1, null, 'Grace Hopper', 1746085800000, 'Grace Hopper'),
  (2, '4a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c06', 1, null, 'Gone Person', null, 'Gone Person'),
  (2, '5a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c07', 1, null, null, null, null),
  (2, '5a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c07', 2, null, null, null, null),
  (2, 'ff6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c02', 1, null, 'Łukasz  Sørensen', null, 'Łukasz  Sørensen');
insert into "attendee_word" (account_id, words, booking_id, number) values
  (1, 'angstrom zoe muller', '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', 1),
  (1, 'ann lee jones', '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', 2),
  (1, 'grace hopper', '3a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c05', 1),
  (1, 'guest old', '1a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c04', 1),
  (1, 'hopper grace', '3a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c05', 1),
  (1, 'jones ann lee', '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', 2),
  (1, 'lee jones ann', '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', 2),
  (1, 'lukasz sorensen', 'ff6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c02', 1),
  (1, 'muller angstrom zoe', '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', 1),
  (1, 'old guest', '1a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c04', 1),
  (1, 'sorensen lukasz', 'ff6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c02', 1),
  (1, 'zoe muller angstrom', '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', 1),
  (2, 'angstrom zoe muller', '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', 1),
  (2, 'ann lee', '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', 2),
  (2, 'gone person', '4a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c06', 1),
  (2, 'grace hopper', '3a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c05', 1),
  (2, 'guest old', '1a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c04', 1),
  (2, 'hopper grace', '3a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c05', 1),
  (2, 'lee ann', '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', 2),
  (2, 'lukasz sorensen', 'ff6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c02', 1),
  (2, 'muller angstrom zoe', '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', 1),
  (2, 'old guest', '1a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c04', 1),
  (2, 'person gone', '4a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c06', 1),
  (2, 'sorensen lukasz', 'ff6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c02', 1),
  (2, 'zoe muller angstrom', '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', 1);
insert into "booking_event" (account_id, booking_id, number, kind, booking_status, at, recorded_at, actor, request_id, details, position) values
  (1, '0a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c03', 1, 'imported', 'WAITLIST', 1743588672000, 1795886664385, 'command line: root', null, null, 1),
  (1, '0a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c03', 2, 'promoted', 'CONFIRMED', 1795886754609, 1795886754609, 'client: bsc_3zpdnO2XU0TedjB4AWq-', '01a22331-2b30-7b8a-a94c-4f502fdbd686', '{"booking_status":["WAITLIST","CONFIRMED"],"has_limited_capacity":true,"seats_taken":1,"automatic":true}', 17),
  (1, '1a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c04', 1, 'imported', 'CANCELLED', 917654400000, 1795886664385, 'command line: root', null, null, 2),
  (1, '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', 1, 'imported', 'CONFIRMED', 1743502272000, 1795886664385, 'command line: root', null, null, 3),
  (1, '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', 2, 'updated', 'CONFIRMED', 1743675072000, 1795886727041, 'command line: root', null, '{"booked_at":[1743502272000,1743675072000],"tickets":[[{"cancelled_at":null,"attendee":{"display_name":"Zoë Müller-Ångström","checked_in_at":null}},{"cancelled_at":null,"attendee":{"display_name":"Ann Lee","checked_in_at":null}}],[{"cancelled_at":null,"attendee":{"display_name":"Zoë Müller-Ångström","checked_in_at":null}},{"cancelled_at":null,"attendee":{"display_name":"Ann Lee-Jones","checked_in_at":null}}]]}', 15),
  (1, '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', 3, 'cancelled', 'CANCELLED', 1795886754609, 1795886754609, 'client: bsc_3zpdnO2XU0TedjB4AWq-', '01a22331-2b30-7b8a-a94c-4f502fdbd686', '{"booking_status":["CONFIRMED","CANCELLED"],"cancelled_tickets":[1,2],"check_ins":[],"seats_freed":2,"has_limited_capacity":true,"reason":"ill"}', 18),
  (1, '3a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c05', 1, 'imported', 'CONFIRMED', 1743502272000, 1795886664385, 'command line: root', null, null, 4),
  (1, '4a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c06', 1, 'imported', 'CONFIRMED', 1743502272000, 1795886664385, 'command line: root', null, null, 5),
  (1, '4a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c06', 2, 'moved', 'CONFIRMED', 1795886707181, 1795886707181, 'command line: root', null, '{"booking_status":["CONFIRMED","CONFIRMED"],"from":{"activity":"tasting","slot_starting_at":"2030-12-01T08:00:00Z","ticket_type":"open"},"to":{"activity":"tasting","slot_starting_at":"2030-05-01T08:00:00Z","ticket_type":"open"},"has_limited_capacity":false,"seats_freed":0,"seats_taken":0}', 10),
  (1, '4a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c06', 3, 'contact-erased', 'CONFIRMED', 1795886719531, 1795886719531, 'command line: root', null, null, 13),
  (1, '5a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c07', 1, 'imported', 'CONFIRMED', 1743502272000, 1795886664385, 'command line: root', null, null, 6),
  (1, '5a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c07', 2, 'ticket-cancelled', 'CONFIRMED', 1795886711234, 1795886711234, 'command line: root', null, '{"booking_status":["CONFIRMED","CONFIRMED"],"cancelled_tickets":[2],"check_ins":[],"seats_freed":1,"has_limited_capacity":true}', 11),
  (1, '5a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c07', 3, 'contact-merged', 'CONFIRMED', 1795886715231, 1795886715231, 'command line: root', null, '{"contact":["b8ea652a-0031-45f8-8be5-a2673f13cbc8","7dc51548-5948-41e1-a993-8857cf5ddae4"]}', 12),
  (1, '7a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c09', 1, 'booked', 'CONFIRMED', 1795886700812, 1795886700812, 'command line: root', null, '{"booking_status":[null,"CONFIRMED"],"tickets":2,"has_limited_capacity":false,"seats_taken":0,"content":"1cGWZIjsRImKZF--P8YfEQhpiJkt712-o1j1jrBhyMM"}', 8),
  (1, '7a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c09', 2, 'checked-in', 'CONFIRMED', 1795886703985, 1795886703985, 'command line: root', null, '{"booking_status":["CONFIRMED","CONFIRMED"],"cancelled_tickets":[],"check_ins":[{"ticket":1,"checked_in_at":1795886703985}],"seats_freed":0,"has_limited_capacity":false}', 9),
  (1, 'ff6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c02', 1, 'imported', 'CONFIRMED', 1743502273456, 1795886664385, 'command line: root', null, null, 7),
  (2, '0a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c03', 1, 'imported', 'WAITLIST', 1743588672000, 1795886668768, 'command line: root', null, null, 1),
  (2, '1a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c04', 1, 'imported', 'CANCELLED', 917654400000, 1795886668768, 'command line: root', null, null, 2),
  (2, '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', 1, 'imported', 'CONFIRMED', 1743502272000, 1795886668768, 'command line: root', null, null, 3),
  (2, '3a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c05', 1, 'imported', 'CONFIRMED', 1743502272000, 1795886668768, 'command line: root', null, null, 4),
  (2, '4a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c06', 1, 'imported', 'CONFIRMED', 1743502272000, 1795886668768, 'command line: root', null, null, 5),
  (2, '5a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c07', 1, 'imported', 'CONFIRMED', 1743502272000, 1795886668768, 'command line: root', null, null, 6),
  (2, 'ff6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c02', 1, 'imported', 'CONFIRMED', 1743502273456, 1795886668768, 'command line: root', null, null, 7);
insert into "slot_event" (account_id, id, interaction_id, activity_id, host_id, starting_at, capacity, recorded_at, actor, request_id, position, kind) values
  (1, '2db04bc9-aadd-4a14-b141-35e926f43de6', '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a02', 'tasting', '', 1927666800000, 6, 1795886732845, 'command line: root', null, 16, 'capacity-changed'),
  (1, '4b5aa650-1f08-4664-bf7c-71e0358f9991', '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'workshop', 'bob', 1903852800000, 0, 1795886723128, 'command line: root', null, 14, 'capacity-changed'),
  (1, '98605d68-4ebd-47a5-9069-1bb0b5205757', '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a01', 'workshop', 'bob', 1903852800000, 2, 1795886759939, 'operator: Ada', '6a08a3f6-7782-47d4-98ac-e597cd69152d', 19, 'capacity-changed'),
  (1, 'b686ae96-ee77-48ca-8581-19b5c334d784', '6a1d3c52-0d4c-4e0e-9d5c-1f6f3e1c0a02', 'tasting', '', 1927666800000, 5, 1795886759939, 'operator: Ada', '6a08a3f6-7782-47d4-98ac-e597cd69152d', 20, 'capacity-changed');
insert into "change_feed" (account_id, since, first_position, last_position, database_identity, epochs) values
  (1, 1480526696920, 1, 20, '1595104:1795886653060541610', '[{"id":"955026f0a5bd","after":0}]'),
  (2, 1480526876406, 1, 7, '1595104:1795886653060541610', '[{"id":"7b4e0172aff4","after":0}]');
insert into "outcome" (account_id, client_id, idempotency_key, booking_id, answer, created_at) values
  (1, '', '004005a9-d45a-41fc-a367-59ee9260aa48', '7a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c09', '{"status":"CONFIRMED","seatsTaken":0,"seatsOverbooked":0,"overtaking":false}', 1795886700812),
  (1, '', '03a08476-f9c6-45cd-b69c-d6b5ac865b7d', '5a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c07', '{"changed":true}', 1795886711234),
  (1, '', '187a06c8-12f8-4e58-9c56-ede3bf5c4899', '7a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c09', '{"changed":true}', 1795886703985),
  (1, '', '9083facc-541e-44ff-9b7b-5cf1d1575c4b', '4a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c06', '{"moved":{"status":"CONFIRMED","seatsFreed":0,"seatsTaken":0}}', 1795886707181),
  (1, '', '9ef0b696-cec1-4578-93ba-1e0879ed4962', '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', '{"changed":true}', 1795886754609),
  (1, 'bsc_3zpdnO2XU0TedjB4AWq-', 'once-1', '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', '{"changed":true}', 1795886754609);
insert into "operator" (id, name, role, all_accounts, key_hash, key_prefix, created_at, revoked_at, last_used_at, limits) values
  ('1a5c8237-2d90-4b63-bbe5-31f3bb815beb', 'Desk', 'viewer', 0, 'limited:fa6d991930c1a0e6fa72d30c3471e5f6fe8d8e002bea5116f804a74958f7c596', 'bsk_vnU4', 1795886683529, null, null, '{"role":null,"scopes":["desk","read"],"interactions":["pk_summer"],"expiresAt":null}'),
  ('407d9e3e-ad27-4f13-98b9-e59519644288', 'Ada', 'admin', 1, 'e6c89458dff99d21932da787dbe80dc8ac0979240dafd39d0d984f25931176ad', 'bsk_OFw2', 1795886678935, null, 1795886758111, null),
  ('daab21e2-9ed1-4e3c-bd38-79e4e2034192', 'Gone', 'viewer', 1, 'f9ababf61cd5fc62a057684e4c3d8c247227308e78b7d02d853ea7bf3e144da4', 'bsk_V_No', 1795886688100, 1795886692486, null, null);
insert into "operator_account" (account_id, operator_id) values
  (1, '1a5c8237-2d90-4b63-bbe5-31f3bb815beb');
insert into "operator_session" (secret_hash, id, operator_id, holder, begun_at, ends_at, used_at) values
  ('bc4fddd5449fe846321d97437e865a189a05addb239266f25e598e003ea43749', '76453270-731f-4984-824e-a2b10517e3c2', '407d9e3e-ad27-4f13-98b9-e59519644288', '{"keyHash":"e6c89458dff99d21932da787dbe80dc8ac0979240dafd39d0d984f25931176ad","operatorId":"407d9e3e-ad27-4f13-98b9-e59519644288"}', 1795886755137, 1795929955137, 1795886755137);
insert into "operator_request" (account_id, operator, key_hash, digest, attempt, status, made, created_at) values
  (1, 'command line: root', 'YHeGHQr3LLx-jluPx1rw2cipHlYHTSaEyxiG0tf2Lec', 'VpQCqkW_acSb3-O3Xvxy6ak03NH3zCdk74sPaPwzYE8', 'e311e3f2-0ec5-4941-a6a1-10fdaa6fa7ac', 201, '{}', 1795886700812);
insert into "clock_mark" (number, at) values
  (1, 1795886741330);
insert into "audit_event" (id, at, actor, action, account_id, subject, details, request_id) values
  ('0657fbfa-7fe0-4fb1-8dc8-0e937aac1af8', 1795886732845, 'command line: root', 'data imported', 1, 'data file', '{"read":1,"created":{},"updated":{"slot":1},"updated_fields":{"slot":{"capacity":1}},"unchanged":{},"kept":{},"overbooked":{"slots":0,"seats":0}}', null),
  ('078897ce-b8ff-4ade-a1c1-5df271b392e3', 1795886656478, 'command line: root', 'account created', 1, 'account', '{"api_hosts":["api.acme.example"],"enabled_endpoints":["interactions:fetchContactBookings","interactions:cancelInteractionBooking"]}', null),
  ('128c211b-d3d6-42a4-9a08-3b072e4417db', 1795886754019, 'command line: root', 'webhook created', 1, '400c38cf-74b4-431f-ad10-b299c92ae224', '{"events":[],"interactions":[]}', null),
  ('13fefc8b-b15b-490a-b125-f0c9bccbb4c4', 1795886715231, 'command line: root', 'contacts merged', 1, 'contact 7dc51548-5948-41e1-a993-8857cf5ddae4', '{"from":"b8ea652a-0031-45f8-8be5-a2673f13cbc8","bookings":1}', null),
  ('3c8a9ca9-685f-4bdf-aa7a-e81b786a5705', 1795886719531, 'command line: root', 'contact erased', 1, 'contact c9f9e8ae-6980-424a-b1cf-19233a0c1a16', '{"attendees_named":1}', null),
  ('60765b39-6890-40dd-93ed-7cda00fa1889', 1795886688100, 'command line: root', 'operator created', null, 'Gone', '{"role":"viewer","accounts":"all"}', null),
  ('65a9e939-b940-4fe0-80d0-9a0258ab1e11', 1795886866953, 'command line: root', 'account closed', 3, 'account', '{"api_hosts":["gone.example"],"disabled_endpoints":[],"revoked_clients":[]}', null),
  ('675472bf-8a67-4067-8690-776f1e6154b4', 1795886671739, 'command line: root', 'credential created', 1, 'bsc_3zpdnO2XU0TedjB4AWq-', null, null),
  ('7794c369-0d7f-4ad2-8378-ba6dc2566683', 1795886662053, 'command line: root', 'account created', 3, 'account', '{"api_hosts":["gone.example"],"enabled_endpoints":[]}', null),
  ('7bf9fa8e-94cd-4447-9ea7-55ef1de74538', 1795886659438, 'command line: root', 'account created', 2, 'account', '{"api_hosts":["uat.acme.example","uat2.acme.example"],"enabled_endpoints":[]}', null),
  ('8bfdf4c6-b0db-49f5-b72d-d97eb9d17a4e', 1795886759939, 'operator: Ada', 'data imported', 1, 'data file', '{"read":25,"created":{},"updated":{"slot":2},"updated_fields":{"slot":{"capacity":2}},"unchanged":{"group":1,"interaction":2,"activity":3,"host":2,"ticket_type":4,"slot":4,"booking":3},"kept":{"booking":4},"overbooked":{"slots":0,"seats":0}}', '6a08a3f6-7782-47d4-98ac-e597cd69152d'),
  ('c1bfa9ec-6d06-4833-9146-3546e14a34dc', 1795886692486, 'command line: root', 'operator revoked', null, 'Gone', null, null),
  ('c6177612-2a13-406e-b87f-8108afc961a9', 1795886683529, 'command line: root', 'operator created', null, 'Desk', '{"scopes":["desk","read"],"accounts":["acme/production"],"interactions":["pk_summer"]}', null),
  ('d0a5de5e-5887-4f2c-b96a-e99cef09f420', 1795886664385, 'command line: root', 'data imported', 1, 'data file', '{"read":25,"created":{"group":1,"interaction":2,"activity":3,"host":2,"ticket_type":4,"slot":6,"booking":7},"updated":{},"unchanged":{},"kept":{},"overbooked":{"slots":0,"seats":0}}', null),
  ('d0aa5411-c44c-4ac4-ba90-17a9ce25be95', 1795886723128, 'command line: root', 'slot closed', 1, 'slot pk_summer workshop bob 2030-05-01T08:00:00Z', '{"capacity":[2,0],"overbooked_by":[0,0],"taken":[0,0],"cancelled":0,"reason":"Flood"}', null),
  ('dd214544-4774-4cd4-81d5-52fa291b5235', 1795886751625, 'command line: root', 'webhook created', 1, '4c6db7ef-8514-47c2-a6d2-a21f8bfeeb6c', '{"events":[],"interactions":[]}', null),
  ('ddd1e7bf-0d6b-481b-b7b6-f3177e9a8743', 1795886678935, 'command line: root', 'operator created', null, 'Ada', '{"role":"admin","accounts":"all"}', null),
  ('df96ccf4-44c8-477f-925b-cc41515ea1d3', 1795886668768, 'command line: root', 'data imported', 2, 'data file', '{"read":25,"created":{"group":1,"interaction":2,"activity":3,"host":2,"ticket_type":4,"slot":6,"booking":7},"updated":{},"unchanged":{},"kept":{},"overbooked":{"slots":0,"seats":0}}', null),
  ('eaa72a64-be15-40c8-8e05-7f9d4feb812c', 1795886727041, 'command line: root', 'data imported', 1, 'data file', '{"read":1,"created":{},"updated":{"booking":1},"unchanged":{},"kept":{},"overbooked":{"slots":0,"seats":0}}', null),
  ('eebab705-c79c-478e-923a-038abb3ca8ad', 1795886675630, 'command line: root', 'credential rotated', 1, 'bsc_3zpdnO2XU0TedjB4AWq-', '{"old_secrets_end_at":1827422675630}', null);
insert into "request_record" (account_id, id, request_id, at, client_id, endpoint, request, status, refusal, answer, duration_ms) values
  (1, '01a22331-2b73-783d-bf70-18ba8d7e876c', '01a22331-2b6c-7334-9bb4-bb66e24cb97b', 1795886754675, 'bsc_3zpdnO2XU0TedjB4AWq-', 'interactions:cancelInteractionBooking', '{"method":"POST","booking":"3a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c05"}', 400, 'attendee-checked-in', '{"code":9,"message":"The booking cannot be cancelled: its attendee has checked in."}', 7);
insert into "import_job" (account_id, id, started_at, beat_at, ended_at, job) values
  (1, '6348e0e2-f5a5-402b-82e7-4864f9694de7', 1795886758116, 1795886759969, 1795886759968, '{"format":"ndjson","dryRun":false,"skipBad":false,"update":true,"overwrite":false,"allowOverbooked":false,"interactions":null,"id":"6348e0e2-f5a5-402b-82e7-4864f9694de7","accountId":1,"actor":"operator: Ada","startedAt":1795886758116,"bytes":4868,"endedAt":1795886759968,"progress":{"step":"reading","done":4868},"outcome":{"read":25,"created":{},"updated":{"slot":2},"updated_fields":{"slot":{"capacity":2}},"unchanged":{"group":1,"interaction":2,"activity":3,"host":2,"ticket_type":4,"slot":4,"booking":3},"kept":{"booking":4},"kept_bookings":[{"line":19,"booking":"2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01","here":{"booking_status":"CANCELLED","booked_at":"2026-11-28T17:25:54.609Z"},"file":{"booking_status":"CONFIRMED","booked_at":"2025-04-01T10:11:12Z"}},{"line":21,"booking":"0a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c03","here":{"booking_status":"CONFIRMED","booked_at":"2026-11-28T17:25:54.609Z"},"file":{"booking_status":"WAITLIST","booked_at":"2025-04-02T10:11:12Z"}},{"line":24,"booking":"4a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c06","here":{"booking_status":"CONFIRMED","booked_at":"2026-11-28T17:25:07.181Z"},"file":{"booking_status":"CONFIRMED","booked_at":"2025-04-01T10:11:12Z"}},{"line":25,"booking":"5a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c07","here":{"booking_status":"CONFIRMED","booked_at":"2025-04-01T10:11:12Z"},"file":{"booking_status":"CONFIRMED","booked_at":"2025-04-01T10:11:12Z"}}]},"skipped":{"count":0,"first":[]}}');
insert into "webhook" (account_id, id, url, events, interactions, state, reason, created_at, state_at, cursor, position, lease_number, lease_beat, lease_held) values
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'http://127.0.0.1:18473/bad', '[]', '[]', 'active', null, 1795886754019, 1795886754019, '955026f0a5bd-20-20-391af629f420', 20, 1, 163, 1),
  (1, '4c6db7ef-8514-47c2-a6d2-a21f8bfeeb6c', 'http://127.0.0.1:18473/ok', '[]', '[]', 'active', null, 1795886751625, 1795886751625, '955026f0a5bd-20-20-391af629f420', 20, 1, 164, 1);
insert into "webhook_secret" (account_id, webhook_id, id, sealed, created_at, expires_at) values
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', '0c964b62-81ce-40dd-b69a-0c0c613c7ae6', 'DN81yUoVYIooENVj6AvnKviQ7iTKjSKkAc9yYS47YGpsNHsbGIbAOown68AVmqtCgSqtWtQLElrmGkYXazd9Qz2hVhLO616JCBV+AFo+', 1795886754019, null),
  (1, '4c6db7ef-8514-47c2-a6d2-a21f8bfeeb6c', '98bf9d1a-9910-4a9d-b8cf-734adddd2b18', 'vEqbweT6dUlhdExx4U/UiUY24SbUxjJcMdMqBY02/dNQu9HoE27N3DbFbNEmVn+m0veHF99TVqLnj9InvSyItKP2BYRbPd0mptIeDXYI', 1795886751625, null);
insert into "webhook_delivery" (account_id, webhook_id, id, position, lane, booking_id, slot, type, change_cursor, at, actor, request_id, state, attempts, failures, first_at, next_at, ended_at) values
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_0af8f1a7f480dd64dde2c12596b1f7f0', 6, '5a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c07', '5a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c07', null, 'booking.imported', '955026f0a5bd-6-18-dd2c56850794', 1795886664385, 'command line: root', null, 'waiting', 4, 4, 1795886755123, 1795887127721, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_0e0cfc1cb73c05fa659ac03b68a9bb1d', 18, '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', null, 'booking.cancelled', '955026f0a5bd-18-18-dd2c56850794', 1795886754609, 'client: bsc_3zpdnO2XU0TedjB4AWq-', '01a22331-2b30-7b8a-a94c-4f502fdbd686', 'waiting', 0, 0, null, 1795886755016, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_1404deb885837bf26d0aaf74d151ce97', 2, '1a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c04', '1a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c04', null, 'booking.imported', '955026f0a5bd-2-18-dd2c56850794', 1795886664385, 'command line: root', null, 'waiting', 4, 4, 1795886755122, 1795887127721, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_1b468277f50a3f960b6344e3f196bf12', 19, '["pk_summer","workshop","bob",1903852800000]', null, '{"kind":"slot","interaction":"pk_summer","activity":"workshop","host":"bob","starting_at":1903852800000,"capacity":2,"slot_duration_in_minutes":null}', 'slot.capacity-changed', '955026f0a5bd-19-20-391af629f420', 1795886759939, 'operator: Ada', '6a08a3f6-7782-47d4-98ac-e597cd69152d', 'waiting', 0, 0, null, 1795886759951, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_21f5c233d0c785d09278688517d40d23', 17, '0a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c03', '0a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c03', null, 'booking.promoted', '955026f0a5bd-17-18-dd2c56850794', 1795886754609, 'client: bsc_3zpdnO2XU0TedjB4AWq-', '01a22331-2b30-7b8a-a94c-4f502fdbd686', 'waiting', 0, 0, null, 1795886755016, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_24ff655676ea3b78c7a70e243a68311b', 20, '["pk_winter","tasting",null,1927666800000]', null, '{"kind":"slot","interaction":"pk_winter","activity":"tasting","host":null,"starting_at":1927666800000,"capacity":5,"slot_duration_in_minutes":null}', 'slot.capacity-changed', '955026f0a5bd-20-20-391af629f420', 1795886759939, 'operator: Ada', '6a08a3f6-7782-47d4-98ac-e597cd69152d', 'waiting', 0, 0, null, 1795886759951, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_394f3cd513d1db4fa1b7081edbe08ce8', 4, '3a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c05', '3a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c05', null, 'booking.imported', '955026f0a5bd-4-18-dd2c56850794', 1795886664385, 'command line: root', null, 'waiting', 4, 4, 1795886755123, 1795887127721, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_3c74805edd8d20da335ad4bc73dafcef', 10, '4a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c06', '4a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c06', null, 'booking.moved', '955026f0a5bd-10-18-dd2c56850794', 1795886707181, 'command line: root', null, 'waiting', 0, 0, null, 1795886755016, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_4d3317ad82ce0368984dbb8952abdd6d', 11, '5a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c07', '5a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c07', null, 'booking.ticket-cancelled', '955026f0a5bd-11-18-dd2c56850794', 1795886711234, 'command line: root', null, 'waiting', 0, 0, null, 1795886755016, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_7887126c0b72865b75c185caffebfd25', 12, '5a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c07', '5a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c07', null, 'booking.contact-merged', '955026f0a5bd-12-18-dd2c56850794', 1795886715231, 'command line: root', null, 'waiting', 0, 0, null, 1795886755016, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_7d3b6a20f73f60f0c648f7269d980d50', 3, '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', null, 'booking.imported', '955026f0a5bd-3-18-dd2c56850794', 1795886664385, 'command line: root', null, 'waiting', 4, 4, 1795886755122, 1795887127721, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_8e76a737e8c48bf53bd62b67d7caa1c5', 7, 'ff6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c02', 'ff6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c02', null, 'booking.imported', '955026f0a5bd-7-18-dd2c56850794', 1795886664385, 'command line: root', null, 'waiting', 4, 4, 1795886755124, 1795887127721, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_90d8491e51064739619c51f670d17642', 8, '7a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c09', '7a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c09', null, 'booking.booked', '955026f0a5bd-8-18-dd2c56850794', 1795886700812, 'command line: root', null, 'waiting', 4, 4, 1795886755125, 1795887127721, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_9899b4b5e38caa19b5c467fdafc9efd6', 1, '0a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c03', '0a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c03', null, 'booking.imported', '955026f0a5bd-1-18-dd2c56850794', 1795886664385, 'command line: root', null, 'waiting', 4, 4, 1795886755121, 1795887127721, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_a6ae35ef822e969f6b4ba7f043bf0193', 13, '4a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c06', '4a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c06', null, 'booking.contact-erased', '955026f0a5bd-13-18-dd2c56850794', 1795886719531, 'command line: root', null, 'waiting', 0, 0, null, 1795886755016, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_ad4752ed060f1097c186c86e2243e77c', 16, '["pk_winter","tasting",null,1927666800000]', null, '{"kind":"slot","interaction":"pk_winter","activity":"tasting","host":null,"starting_at":1927666800000,"capacity":6,"slot_duration_in_minutes":null}', 'slot.capacity-changed', '955026f0a5bd-16-18-dd2c56850794', 1795886732845, 'command line: root', null, 'waiting', 4, 4, 1795886755125, 1795887127721, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_bec73de253cbab82598efbc247519000', 5, '4a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c06', '4a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c06', null, 'booking.imported', '955026f0a5bd-5-18-dd2c56850794', 1795886664385, 'command line: root', null, 'waiting', 4, 4, 1795886755123, 1795887127721, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_d4f912618feac4b4e67184ce2b0d40d8', 14, '["pk_summer","workshop","bob",1903852800000]', null, '{"kind":"slot","interaction":"pk_summer","activity":"workshop","host":"bob","starting_at":1903852800000,"capacity":0,"slot_duration_in_minutes":null}', 'slot.capacity-changed', '955026f0a5bd-14-18-dd2c56850794', 1795886723128, 'command line: root', null, 'waiting', 4, 4, 1795886755125, 1795887127721, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_d78c5672e4c485dcdd8616e35ca4be45', 15, '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', null, 'booking.imported', '955026f0a5bd-15-18-dd2c56850794', 1795886727041, 'command line: root', null, 'waiting', 0, 0, null, 1795886755016, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_dc8b924673a849ce981f99a22e9e442f', 9, '7a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c09', '7a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c09', null, 'booking.checked-in', '955026f0a5bd-9-18-dd2c56850794', 1795886703985, 'command line: root', null, 'waiting', 0, 0, null, 1795886755016, null),
  (1, '4c6db7ef-8514-47c2-a6d2-a21f8bfeeb6c', 'msg_2fa5f0f120e7f4bc2476cfb0f82270ee', 20, '["pk_winter","tasting",null,1927666800000]', null, '{"kind":"slot","interaction":"pk_winter","activity":"tasting","host":null,"starting_at":1927666800000,"capacity":5,"slot_duration_in_minutes":null}', 'slot.capacity-changed', '955026f0a5bd-20-20-391af629f420', 1795886759939, 'operator: Ada', '6a08a3f6-7782-47d4-98ac-e597cd69152d', 'delivered', 1, 0, 1795886759957, 1795886759951, 1795886759962),
  (1, '4c6db7ef-8514-47c2-a6d2-a21f8bfeeb6c', 'msg_40bed9a7d1dd8b49eecffbc661156fcc', 19, '["pk_summer","workshop","bob",1903852800000]', null, '{"kind":"slot","interaction":"pk_summer","activity":"workshop","host":"bob","starting_at":1903852800000,"capacity":2,"slot_duration_in_minutes":null}', 'slot.capacity-changed', '955026f0a5bd-19-20-391af629f420', 1795886759939, 'operator: Ada', '6a08a3f6-7782-47d4-98ac-e597cd69152d', 'delivered', 1, 0, 1795886759956, 1795886759951, 1795886759962),
  (1, '4c6db7ef-8514-47c2-a6d2-a21f8bfeeb6c', 'msg_881e28aaa6262675a15470e26de188b7', 18, '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', '2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c01', null, 'booking.cancelled', '955026f0a5bd-18-18-dd2c56850794', 1795886754609, 'client: bsc_3zpdnO2XU0TedjB4AWq-', '01a22331-2b30-7b8a-a94c-4f502fdbd686', 'delivered', 1, 0, 1795886754856, 1795886754646, 1795886755130),
  (1, '4c6db7ef-8514-47c2-a6d2-a21f8bfeeb6c', 'msg_f292241c895ffe00c8a10dfca976afd8', 17, '0a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c03', '0a6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c03', null, 'booking.promoted', '955026f0a5bd-17-18-dd2c56850794', 1795886754609, 'client: bsc_3zpdnO2XU0TedjB4AWq-', '01a22331-2b30-7b8a-a94c-4f502fdbd686', 'delivered', 1, 0, 1795886754801, 1795886754646, 1795886755130);
insert into "webhook_attempt" (account_id, webhook_id, delivery_id, number, at, status, error, ms, answer) values
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_0af8f1a7f480dd64dde2c12596b1f7f0', 1, 1795886755123, 500, null, 269, 'no'),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_0af8f1a7f480dd64dde2c12596b1f7f0', 2, 1795886757412, 500, null, 26, 'no'),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_1404deb885837bf26d0aaf74d151ce97', 1, 1795886755122, 500, null, 268, 'no'),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_1404deb885837bf26d0aaf74d151ce97', 2, 1795886757412, 500, null, 26, 'no'),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_394f3cd513d1db4fa1b7081edbe08ce8', 1, 1795886755123, 500, null, 269, 'no'),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_394f3cd513d1db4fa1b7081edbe08ce8', 2, 1795886757412, 500, null, 26, 'no'),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_7d3b6a20f73f60f0c648f7269d980d50', 1, 1795886755122, 500, null, 269, 'no'),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_7d3b6a20f73f60f0c648f7269d980d50', 2, 1795886757412, 500, null, 26, 'no'),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_8e76a737e8c48bf53bd62b67d7caa1c5', 1, 1795886755124, 500, null, 269, 'no'),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_8e76a737e8c48bf53bd62b67d7caa1c5', 2, 1795886757412, 500, null, 26, 'no'),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_90d8491e51064739619c51f670d17642', 1, 1795886755125, 500, null, 268, 'no'),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_90d8491e51064739619c51f670d17642', 2, 1795886757412, 500, null, 26, 'no'),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_9899b4b5e38caa19b5c467fdafc9efd6', 1, 1795886755121, 500, null, 268, 'no'),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_9899b4b5e38caa19b5c467fdafc9efd6', 2, 1795886757411, 500, null, 26, 'no'),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_ad4752ed060f1097c186c86e2243e77c', 1, 1795886755125, 500, null, 268, 'no'),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_ad4752ed060f1097c186c86e2243e77c', 2, 1795886757412, 500, null, 26, 'no'),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_bec73de253cbab82598efbc247519000', 1, 1795886755123, 500, null, 269, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_bec73de253cbab82598efbc247519000', 2, 1795886757412, 500, null, 26, null),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_d4f912618feac4b4e67184ce2b0d40d8', 1, 1795886755125, 500, null, 268, 'no'),
  (1, '400c38cf-74b4-431f-ad10-b299c92ae224', 'msg_d4f912618feac4b4e67184ce2b0d40d8', 2, 1795886757412, 500, null, 26, 'no'),
  (1, '4c6db7ef-8514-47c2-a6d2-a21f8bfeeb6c', 'msg_2fa5f0f120e7f4bc2476cfb0f82270ee', 1, 1795886759957, 204, null, 5, ''),
  (1, '4c6db7ef-8514-47c2-a6d2-a21f8bfeeb6c', 'msg_40bed9a7d1dd8b49eecffbc661156fcc', 1, 1795886759956, 204, null, 5, ''),
  (1, '4c6db7ef-8514-47c2-a6d2-a21f8bfeeb6c', 'msg_881e28aaa6262675a15470e26de188b7', 1, 1795886754856, 204, null, 274, ''),
  (1, '4c6db7ef-8514-47c2-a6d2-a21f8bfeeb6c', 'msg_f292241c895ffe00c8a10dfca976afd8', 1, 1795886754801, 204, null, 321, '');
