import type { AccountId } from "../../domain/account.ts";
import { sql, type ExpressionBuilder, type Kysely, type RawBuilder } from "kysely";
import type { Waiting } from "../../domain/waitlist.ts";
import type { Tables } from "../tables.ts";
import type { SlotKey } from "../write/slot.ts";
import { untilNow } from "../write/type-limits.ts";

/** An entry of a waitlist that waits for seats. */
export interface WaitlistEntry extends Waiting {
  readonly contactNumber: number;
  readonly enteredAt: number;
  /** The number of the last event of its history. */
  readonly lastEvent: number;
  /** The id of its offer that ended. */
  readonly endedOffer?: string;
}

/**
 * The bookings that wait for a seat of the slot, first come first. One with a live offer has its seats, and one whose
 * offer ended is behind all others (`lapsed`).
 */
export function waiting(
  database: Kysely<Tables>,
  accountId: AccountId,
  slotKey: Pick<SlotKey, "number">,
) {
  return allWaiting(database, accountId)
    .where("booking.slot_number", "=", slotKey.number)
    .where(sql<boolean>`not ${hasOffer(accountId, "('live', 'ended')")}`)
    .orderBy("booking.booked_at")
    .orderBy("booking.id");
}

/** Those whose offer ended, in the order of its end. */
export function lapsed(
  database: Kysely<Tables>,
  accountId: AccountId,
  slotKey: Pick<SlotKey, "number">,
) {
  return withOffer(database, accountId, slotKey, "ended")
    .orderBy("offer.ended_at")
    .orderBy("offer.id");
}

export function withOffer(
  database: Kysely<Tables>,
  accountId: AccountId,
  slotKey: Pick<SlotKey, "number">,
  state: "live" | "ended",
) {
  return allWaiting(database, accountId)
    .where("booking.slot_number", "=", slotKey.number)
    .innerJoin("hold as offer", (join) =>
      join
        .on("offer.account_id", "=", accountId)
        .onRef("offer.booking_id", "=", "booking.id")
        .onRef("offer.slot_number", "=", "booking.slot_number")
        .on("offer.state", "=", state),
    )
    .select(["offer.id as offer_id", "offer.expires_at as offer_ends_at"]);
}

/** Whether `booking` has an offer in its slot in one of these states; a booking has at most one that is live or ended. */
export function hasOffer(accountId: AccountId, states: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1
    from hold as offer
    where offer.account_id = ${accountId}
    and offer.booking_id = booking.id
    and offer.slot_number = booking.slot_number
    and offer.state in ${sql.raw(states)}
  )`;
}

/**
 * The bookings of the account that wait for a seat: those of limited ticket types with a live ticket. A booking without a
 * live ticket waits for nothing, and unlimited types never wait.
 */
export function allWaiting(database: Kysely<Tables>, accountId: AccountId) {
  return database
    .selectFrom("booking")
    .crossJoin("ticket_type")
    .where("booking.account_id", "=", accountId)
    .where("booking.booking_status", "=", "WAITLIST")
    .where("ticket_type.account_id", "=", accountId)
    .whereRef("ticket_type.number", "=", "booking.ticket_type_number")
    .where("ticket_type.has_limited_capacity", "=", 1)
    .where((where) =>
      where.exists(
        where
          .selectFrom("ticket")
          .select("ticket.number")
          .where("ticket.account_id", "=", accountId)
          .whereRef("ticket.booking_id", "=", "booking.id")
          .where("ticket.cancelled_at", "is", null),
      ),
    );
}

export const entryColumns = [
  "booking.id",
  "booking.contact_number",
  "booking.booked_at",
  "ticket_type.id as ticket_type_id",
] as const;

/** Not null where `hasTypeTerms` is true. */
export function typeTerms(
  of: ExpressionBuilder<Tables, "booking" | "ticket_type">,
  accountId: AccountId,
  slotKey: SlotKey,
) {
  const own = of
    .selectFrom("type_limit")
    .select("type_limit.capacity")
    .where("type_limit.account_id", "=", accountId)
    .where("type_limit.slot_number", "=", slotKey.number)
    .where("type_limit.until", "=", untilNow)
    .whereRef("type_limit.ticket_type_number", "=", "booking.ticket_type_number");
  const ofCampaign = of
    .selectFrom("interaction")
    .select(
      sql<number | null>`coalesce(
        interaction.booking_cutoff_minutes,
        case when interaction.waitlist_promotion = 'offer' then 0 end
      )`.as("terms"),
    )
    .where("interaction.account_id", "=", accountId)
    .where("interaction.number", "=", slotKey.interactionNumber);
  const ofType = of.fn.coalesce(
    "ticket_type.capacity_per_slot",
    "ticket_type.booking_cutoff_minutes",
    "ticket_type.bookable_from",
    "ticket_type.bookable_until",
  );
  return of.fn.coalesce(own, ofType, ofCampaign);
}

export type EntryRow = Pick<Tables["booking"], "id" | "contact_number" | "booked_at"> & {
  readonly ticket_type_id: string;
};

export async function countNeeds(
  database: Kysely<Tables>,
  accountId: AccountId,
  rows: readonly EntryRow[],
): Promise<WaitlistEntry[]> {
  if (rows.length === 0) return [];
  const counts = await database
    .selectFrom("ticket")
    .select((select) => [
      "booking_id",
      select.fn.countAll<number>().as("live"),
      select
        .selectFrom("booking_event")
        .select((of) => of.fn.max("booking_event.number").as("last"))
        .where("booking_event.account_id", "=", accountId)
        .whereRef("booking_event.booking_id", "=", "ticket.booking_id")
        .as("last_event"),
    ])
    .where("account_id", "=", accountId)
    .where(
      "booking_id",
      "in",
      rows.map((row) => row.id),
    )
    .where("cancelled_at", "is", null)
    .groupBy("booking_id")
    .execute();
  const counted = new Map(counts.map((row) => [row.booking_id, row]));
  return rows.flatMap((row) => {
    const found = counted.get(row.id);
    // Every ticket may have been cancelled while this transaction waited for the row.
    if (found === undefined) return [];
    return [
      {
        id: row.id,
        contactNumber: row.contact_number,
        ticketTypeId: row.ticket_type_id,
        enteredAt: row.booked_at,
        needs: found.live,
        lastEvent: found.last_event ?? 0,
      },
    ];
  });
}
