-- oldest program: 0.1.0
--
-- Each slot keeps the length that its bookings show: its host's, or its activity's where there is no choice of hosts
-- (A59). The columns are there already, so bookings wait for single slots and not for the table.
update slot
set slot_duration_in_minutes = coalesce(
  case
    when host_id = '' then (
      select activity.slot_duration_in_minutes
      from activity
      where activity.account_id = slot.account_id
      and activity.interaction_id = slot.interaction_id
      and activity.id = slot.activity_id
    )
    else (
      select host.slot_duration_in_minutes
      from host
      where host.account_id = slot.account_id
      and host.interaction_id = slot.interaction_id
      and host.activity_id = slot.activity_id
      and host.id = slot.host_id
    )
  end,
  0
)
where /* migration */ slot_duration_in_minutes is null;
