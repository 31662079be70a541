import { sql, type Expression, type Kysely, type RawBuilder } from "kysely";
import type { AuditContext } from "../accounts/audit.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { promoteWaiting } from "./promote-waiting.ts";
import { slotKey, type SlotPlace } from "./slot-place.ts";

/** Seats that a cancelled booking or ticket held. */
export interface Release {
  readonly place: SlotPlace;
  readonly seats: number;
  /** Whether the campaign fills freed seats from the waitlist by itself. */
  readonly promotes: boolean;
}

/**
 * Gives seats back to their slot, and to those who wait where the campaign wants that. One statement,
 * which also locks the slot.
 */
export async function giveSeatsBack(
  transaction: Kysely<Tables>,
  locked: Engine["locked"],
  accountId: number,
  { place, seats, promotes }: Release,
  audit: AuditContext,
): Promise<void> {
  await transaction
    .updateTable("slot")
    .set({
      taken: sql<number>`taken - ${seats}`,
      overbooked_by: overbookedAfter(sql.val(seats)),
    })
    .where((where) => where.and(slotKey(accountId, place)))
    .execute();
  if (promotes) await promoteWaiting(transaction, locked, accountId, place, audit);
}

/**
 * How far a slot is overbooked once seats were given back. Leave to overbook ends with the seats that
 * used it: it would hide the next seat that is sold twice.
 */
export function overbookedAfter(freed: Expression<unknown>): RawBuilder<number> {
  return sql<number>`
    case
      when taken - ${freed} <= capacity then 0
      when taken - ${freed} - capacity < overbooked_by then taken - ${freed} - capacity
      else overbooked_by
    end`;
}
