import { sql } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { slotName } from "../keys.ts";
import { counted } from "../../domain/wording.ts";
import { untilNow } from "../write/type-limits.ts";
import { slotColumnsOf, type SlotColumns } from "../write/slot.ts";
import { invariant } from "./invariant.ts";

type OverfullType = SlotColumns & {
  readonly type: string;
  readonly live: number;
  readonly capacity: number;
  readonly overbooked_by: number;
};

/** What is taken of a type in a slot never exceeds its limit there by more than the recorded overbooking (A87). */
export const typeWithinItsLimit = invariant<OverfullType>(
  "type-within-its-limit",
  (accountId, limit) => sql<OverfullType>`
    with taking as (
      select booking.slot_number, booking.ticket_type_number, count(*) as live
      from booking
      cross join ticket_type
      cross join ticket
      where booking.account_id = ${accountId}
      and booking.booking_status = 'CONFIRMED'
      and ticket_type.account_id = ${accountId}
      and ticket_type.number = booking.ticket_type_number
      and ticket_type.has_limited_capacity = 1
      and ticket.account_id = ${accountId}
      and ticket.booking_id = booking.id
      and ticket.cancelled_at is null
      group by booking.slot_number, booking.ticket_type_number
      union all
      select slot_number, ticket_type_number, tickets as live
      from hold
      where account_id = ${accountId}
      and state = 'live'
    ),
    taken as materialized (
      select slot_number, ticket_type_number, sum(live) as live
      from taking
      group by slot_number, ticket_type_number
    )
    select
      ${slotName},
      ticket_type.id as type,
      taken.live,
      ${typeLimit} as capacity,
      coalesce(own.overbooked_by, 0) as overbooked_by
    from taken
    cross join slot
    cross join ticket_type
    ${joinOwnLimit(accountId, "taken")}
    where ticket_type.account_id = ${accountId}
    and ticket_type.number = taken.ticket_type_number
    and ticket_type.has_limited_capacity = 1
    and slot.account_id = ${accountId}
    and slot.number = taken.slot_number
    and ${typeLimit} is not null
    and taken.live > ${typeLimit} + coalesce(own.overbooked_by, 0)
    order by ${slotName}, ticket_type.id
    limit ${limit}`,
  (row) => ({
    slot: slotColumnsOf(row),
    message:
      `${counted(row.live, "live ticket")} of the type ${row.type} in a slot that takes ${row.capacity} of it, and ` +
      `${counted(row.overbooked_by, "more was", "more were")} overbooked on purpose: raise the type's limit with ` +
      `\`booking slot capacity\`, or cancel ${counted(row.live - row.capacity - row.overbooked_by, "ticket")}.`,
  }),
);

/** The limit of `ticket_type` in the slot of the rows that `joinOwnLimit` joined. */
export const typeLimit = sql`coalesce(own.capacity, ticket_type.capacity_per_slot)`;

export function joinOwnLimit(accountId: AccountId, rows: "booking" | "taken" = "booking") {
  return sql`
    left join type_limit as own
    on own.account_id = ${accountId}
    and own.slot_number = ${sql.ref(`${rows}.slot_number`)}
    and own.until = ${sql.lit(untilNow)}
    and own.ticket_type_number = ${sql.ref(`${rows}.ticket_type_number`)}`;
}
