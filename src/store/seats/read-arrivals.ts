import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import type { Tables } from "../tables.ts";
import { findSlotKey, type NamedSlot } from "./find-slot-key.ts";
import { bookingConditions, slotConditions } from "../bookings/slot-key.ts";

/** The expected and the arrived attendees of a slot. */
export interface Arrivals {
  /** Live tickets of CONFIRMED bookings, of every ticket type. */
  readonly expected: number;
  /** The check-in times of their attendees, earliest first; milliseconds UTC. */
  readonly checkIns: readonly number[];
}

/** Reads the arrivals at a slot. */
export async function readArrivals(
  reads: Kysely<Tables>,
  accountId: AccountId,
  named: NamedSlot,
): Promise<Arrivals | Refused<SeatRefusal>> {
  const slotKey = await findSlotKey(reads, accountId, named);
  if (isRefused<SeatRefusal>(slotKey)) return slotKey;
  const slot = await reads
    .selectFrom("slot")
    .select("starting_at")
    .where((where) => where.and(slotConditions(accountId, slotKey)))
    .executeTakeFirst();
  if (slot === undefined) return { refused: { why: "not-in-catalogue", field: "slot" } };
  const rows = await reads
    .selectFrom("ticket")
    .select("attendee_checked_in_at as at")
    .where("account_id", "=", accountId)
    .where("booking_id", "in", (select) =>
      select
        .selectFrom("booking")
        .select("booking.id")
        .where((where) => where.and(bookingConditions(accountId, slotKey)))
        .where("booking.booking_status", "=", "CONFIRMED"),
    )
    .where("cancelled_at", "is", null)
    .orderBy("attendee_checked_in_at")
    .execute();
  return {
    expected: rows.length,
    checkIns: rows.flatMap(({ at }) => (at === null ? [] : [at])),
  };
}
