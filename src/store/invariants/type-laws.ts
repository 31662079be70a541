import { sql } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { isAtSlot, slotName } from "../keys.ts";
import { counted } from "../../domain/wording.ts";
import { untilNow } from "../write/type-limits.ts";
import { slotOf, type SlotColumns } from "../write/slot.ts";
import { invariant } from "./invariant.ts";

type OverfullType = SlotColumns & {
  readonly type: string;
  readonly live: number;
  readonly capacity: number;
  readonly overbooked_by: number;
};

/** The live tickets of a type in a slot never exceed its limit there by more than the recorded overbooking (A87). */
export const typeWithinItsLimit = invariant<OverfullType>(
  "type-within-its-limit",
  (accountId, limit) => sql<OverfullType>`
    select
      ${slotName},
      ticket_type.id as type,
      count(*) as live,
      ${typeLimit} as capacity,
      coalesce(own.overbooked_by, 0) as overbooked_by
    from booking
    cross join slot
    cross join ticket_type
    cross join ticket
    ${joinOwnLimit(accountId)}
    where booking.account_id = ${accountId}
    and booking.booking_status = 'CONFIRMED'
    and ticket_type.account_id = ${accountId}
    and ticket_type.number = booking.ticket_type_number
    and slot.account_id = ${accountId}
    and ${isAtSlot}
    and ticket_type.has_limited_capacity = 1
    and ticket.account_id = ${accountId}
    and ticket.booking_id = booking.id
    and ticket.cancelled_at is null
    and ${typeLimit} is not null
    group by
      ${slotName},
      ticket_type.id,
      ticket_type.capacity_per_slot,
      own.capacity,
      own.overbooked_by
    having count(*) > ${typeLimit} + coalesce(own.overbooked_by, 0)
    order by ${slotName}, ticket_type.id
    limit ${limit}`,
  (row) => ({
    slot: slotOf(row),
    message:
      `${counted(row.live, "live ticket")} of the type ${row.type} in a slot that takes ${row.capacity} of it, and ` +
      `${counted(row.overbooked_by, "more was", "more were")} overbooked on purpose: raise the type's limit with ` +
      `\`booking slot capacity\`, or cancel ${counted(row.live - row.capacity - row.overbooked_by, "ticket")}.`,
  }),
);

/** The limit of `ticket_type` in the slot of `booking`, after `joinOwnLimit`. */
export const typeLimit = sql`coalesce(own.capacity, ticket_type.capacity_per_slot)`;

export function joinOwnLimit(accountId: AccountId) {
  return sql`
    left join type_limit as own
    on own.account_id = ${accountId}
    and own.slot_number = booking.slot_number
    and own.until = ${sql.lit(untilNow)}
    and own.ticket_type_number = booking.ticket_type_number`;
}
