import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingStatus } from "../../domain/booking.ts";
import type { Within } from "../accounts/audit.ts";
import { numberedBy } from "../keys.ts";
import type { Tables } from "../tables.ts";
import type { KnownSlot } from "./named-slot.ts";
import { atSlot, slotConditions } from "./slot.ts";
import { nextEndAt } from "./held-seats.ts";

/** A booking of a slot, as a change of the whole slot records it. */
export interface BookingOfSlot {
  readonly id: string;
  readonly status: BookingStatus;
  readonly bookedAt: number;
  readonly ticketTypeId: string;
  readonly lastEvent: number;
}

/** The bookings of a slot, cancelled ones included. */
export async function readBookingsOfSlot(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  slotKey: KnownSlot,
): Promise<readonly BookingOfSlot[]> {
  return transaction
    .selectFrom("booking")
    .innerJoin("ticket_type", numberedBy("ticket_type", "booking"))
    .select(["booking.id", "booking.booking_status as status", "booking.booked_at as bookedAt"])
    .select("ticket_type.id as ticketTypeId")
    .select((select) =>
      select
        .selectFrom("booking_event")
        .select((of) => of.fn.coalesce(of.fn.max("booking_event.number"), of.lit(0)).as("last"))
        .where("booking_event.account_id", "=", accountId)
        .whereRef("booking_event.booking_id", "=", "booking.id")
        .as("last"),
    )
    .where("booking.account_id", "=", accountId)
    .where("booking.slot_number", "=", slotKey.number)
    .orderBy("booking.id")
    .execute()
    .then((rows) => rows.map(({ last, ...row }) => ({ ...row, lastEvent: Number(last) })));
}

interface Gift {
  readonly from: KnownSlot;
  readonly to: KnownSlot;
  readonly keepsLimits: boolean;
}

/**
 * Gives all that a slot has to another slot, whose row is there, and removes the first. Limits of ticket types go with
 * it, unless the other one keeps its own.
 */
export async function giveToSlot(
  { transaction, accountId }: Pick<Within, "transaction" | "accountId">,
  { from, to, keepsLimits }: Gift,
): Promise<void> {
  await transaction
    .updateTable("booking")
    .set({
      slot_number: to.number,
      slot_starting_at: to.startingAt,
      host_number: to.hostNumber,
    })
    .where((where) => where.and(atSlot(accountId, from)))
    .execute();
  await transaction
    .updateTable("hold")
    .set({ slot_number: to.number })
    .where("account_id", "=", accountId)
    .where("slot_number", "=", from.number)
    .execute();
  if (!keepsLimits) {
    await transaction
      .deleteFrom("type_limit")
      .where((where) => where.and(atSlot(accountId, to)))
      .execute();
    await transaction
      .updateTable("type_limit")
      .set({ slot_number: to.number })
      .where((where) => where.and(atSlot(accountId, from)))
      .execute();
  }
  await transaction
    .updateTable("slot")
    .set({ next_end_at: await nextEndAt(transaction, accountId, to) })
    .where((where) => where.and(slotConditions(accountId, to)))
    .execute();
  // Its own limits go with it.
  await transaction
    .deleteFrom("slot")
    .where((where) => where.and(slotConditions(accountId, from)))
    .execute();
}
