import { sql, type Kysely, type RawBuilder } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Tables } from "../tables.ts";

/*
 * Seats that are kept for a while count as taken: `slot.taken` has them beside the live tickets of CONFIRMED bookings,
 * and whatever counts one ticket type adds them. `slot.next_end_at` says when the first of them ends, so a slot without
 * any costs no further statement. A row of `hold` is made and ends under its slot's lock alone; only its contact changes under
 * another one (`change-details.ts`, `merge-contacts.ts`).
 */

/** The tickets of live holds and offers of `ticket_type` in `slot`. */
export function heldOfType(accountId: AccountId): RawBuilder<number> {
  return sql<number>`coalesce((
    select sum(hold.tickets)
    from hold
    where hold.account_id = ${accountId}
    and hold.slot_number = slot.number
    and hold.state = 'live'
    and hold.ticket_type_number = ticket_type.number
  ), 0)`;
}

/** The seats of live holds and offers in `slot`; a slot without any reads no row of them. */
export function heldInSlot(accountId: AccountId): RawBuilder<number> {
  return sql<number>`case when slot.next_end_at is null then 0 else coalesce((
    select sum(hold.tickets)
    from hold
    join ticket_type
    on ticket_type.account_id = hold.account_id
    and ticket_type.number = hold.ticket_type_number
    where hold.account_id = ${accountId}
    and hold.slot_number = slot.number
    and hold.state = 'live'
    and ticket_type.has_limited_capacity = 1
  ), 0) end`;
}

/** When the first of a slot's live holds and offers ends, without one of them; null where there is none. */
export async function nextEndAt(
  database: Kysely<Tables>,
  accountId: AccountId,
  { number }: { readonly number: number },
  without: string | null = null,
): Promise<number | null> {
  const row = await database
    .selectFrom("hold")
    .select("expires_at")
    .where("account_id", "=", accountId)
    .where("slot_number", "=", number)
    .where("state", "=", "live")
    .$if(without !== null, (select) => select.where("hold.id", "!=", without ?? ""))
    .orderBy("expires_at")
    .limit(1)
    .executeTakeFirst();
  return row?.expires_at ?? null;
}

/**
 * A locked slot has seats whose time is over. They are ended in a transaction of their own (`endDueSeats`), and this one
 * runs again, so that nobody decides beside seats that are due. Of an import whose portions share a transaction, the
 * portion runs again, which has written nothing yet, and the seats are ended in that transaction.
 */
export class SeatsDue extends Error {
  readonly slotNumber: number;
  readonly now: number;

  constructor(slotNumber: number, now: number) {
    super("Seats of the slot have ended.");
    this.slotNumber = slotNumber;
    this.now = now;
  }
}

/** Throws `SeatsDue` where the locked slot has seats that have ended by now; `endsAt` is its `next_end_at`. */
export function refuseDue(
  slot: { readonly number: number; readonly endsAt: number | null },
  now: number,
): void {
  if (slot.endsAt !== null && slot.endsAt <= now) throw new SeatsDue(slot.number, now);
}
