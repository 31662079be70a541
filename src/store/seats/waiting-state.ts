import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import type { SlotSeats } from "../../domain/seats.ts";
import type { Tables } from "../tables.ts";
import { findSlotKey, type NamedSlot } from "./find-slot-key.ts";
import { slotConditions, type SlotKey } from "../bookings/slot-key.ts";
import { readWaiting, type WaitlistEntry } from "../bookings/waitlist.ts";

/** The facts that decide when a waitlisted booking moves up. */
export interface WaitingState {
  readonly seats: SlotSeats;
  readonly promotes: boolean;
  /** The entries that wait for a seat of the slot, first come first; at most `waitlistReadMax`. */
  readonly waitlist: readonly WaitlistEntry[];
}

const waitlistReadMax = 1000;

/** Reads the slot of a booking and its waitlist; null when there is no such booking. */
export async function readWaitingState(
  reads: Kysely<Tables>,
  accountId: AccountId,
  bookingId: BookingId,
): Promise<WaitingState | null> {
  const row = await reads
    .selectFrom("booking")
    .innerJoin("interaction", (join) =>
      join
        .onRef("interaction.account_id", "=", "booking.account_id")
        .onRef("interaction.id", "=", "booking.interaction_id"),
    )
    .selectAll("booking")
    .select("interaction.waitlist_promotion")
    .where("booking.account_id", "=", accountId)
    .where("booking.id", "=", bookingId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const slotKey: SlotKey = {
    interactionId: row.interaction_id,
    activityId: row.activity_id,
    hostId: row.host_id,
    startingAt: row.slot_starting_at,
  };
  return stateAt(reads, accountId, slotKey, row.waitlist_promotion === "automatic");
}

/** Reads the same of a slot by its names. */
export async function readSlotWaiting(
  reads: Kysely<Tables>,
  accountId: AccountId,
  named: NamedSlot,
): Promise<WaitingState | Refused<SeatRefusal>> {
  const slotKey = await findSlotKey(reads, accountId, named);
  if (isRefused<SeatRefusal>(slotKey)) return slotKey;
  const state = await stateAt(reads, accountId, slotKey, slotKey.promotes);
  return state ?? { refused: { why: "not-in-catalogue", field: "slot" } };
}

async function stateAt(
  reads: Kysely<Tables>,
  accountId: AccountId,
  slotKey: SlotKey,
  promotes: boolean,
): Promise<WaitingState | null> {
  const slot = await reads
    .selectFrom("slot")
    .select(["capacity", "taken", "overbooked_by"])
    .where((where) => where.and(slotConditions(accountId, slotKey)))
    .executeTakeFirst();
  if (slot === undefined) return null;
  return {
    seats: { capacity: slot.capacity, taken: slot.taken, overbookedBy: slot.overbooked_by },
    promotes,
    waitlist: await readWaiting(reads, accountId, slotKey, waitlistReadMax),
  };
}
