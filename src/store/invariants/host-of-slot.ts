import { sql } from "kysely";
import { slotName } from "../keys.ts";
import { slotColumnsOf, type SlotColumns } from "../write/slot.ts";
import { invariant } from "./invariant.ts";

/**
 * Where an activity has hosts, each of its slots belongs to one of them; elsewhere a slot belongs to none
 * (A60, B13). A booking has the host of its slot (`booking-of-its-slot`).
 */
export const hostOfTheActivity = invariant<SlotColumns>(
  "host-of-the-activity",
  (accountId, limit) => sql<SlotColumns>`
    select ${slotName}
    from slot
    where slot.account_id = ${accountId}
    and (
      (
        slot.host_id <> ''
        and not exists (
          select 1
          from host
          where host.account_id = ${accountId}
          and host.interaction_id = slot.interaction_id
          and host.activity_id = slot.activity_id
          and host.id = slot.host_id
        )
      )
      or (
        slot.host_id = ''
        and exists (
          select 1
          from host
          where host.account_id = ${accountId}
          and host.interaction_id = slot.interaction_id
          and host.activity_id = slot.activity_id
        )
      )
    )
    order by ${slotName}
    limit ${limit}`,
  (row) => ({
    slot: slotColumnsOf(row),
    message:
      row.host_id === ""
        ? "The slot has no host, but its activity offers a choice of hosts: callers see its " +
          "bookings without one."
        : `The slot is of the host ${row.host_id}, whom its activity does not have: bring the host ` +
          "back with `booking import`.",
  }),
);
