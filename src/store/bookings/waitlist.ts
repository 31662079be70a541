import type { ExpressionBuilder, Kysely } from "kysely";
import type { Waiting } from "../../domain/waitlist.ts";
import { dialectOf, keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { bookingConditions, slotConditions, type SlotKey } from "../write/slot.ts";
import { untilNow } from "../write/type-limits.ts";

/** An entry of a waitlist that waits for seats. */
export interface WaitlistEntry extends Waiting {
  readonly contactId: string;
  readonly enteredAt: number;
  /** The number of the last event of its history. */
  readonly lastEvent: number;
}

/**
 * The bookings that wait for a seat of the slot: those of limited ticket types with a live ticket, first come
 * first. A booking without a live ticket waits for nothing, and unlimited types never wait.
 */
export function waiting(database: Kysely<Tables>, accountId: number, slotKey: SlotKey) {
  return database
    .selectFrom("booking")
    .where((where) => where.and(bookingConditions(accountId, slotKey)))
    .where("booking.booking_status", "=", "WAITLIST")
    .where("booking.ticket_type_id", "in", (select) =>
      select
        .selectFrom("ticket_type")
        .select("ticket_type.id")
        .where("ticket_type.account_id", "=", accountId)
        .where("ticket_type.interaction_id", "=", slotKey.interactionId)
        .where("ticket_type.activity_id", "=", slotKey.activityId)
        .where("ticket_type.has_limited_capacity", "=", 1),
    )
    .where((where) =>
      where.exists(
        where
          .selectFrom("ticket")
          .select("ticket.number")
          .where("ticket.account_id", "=", accountId)
          .whereRef("ticket.booking_id", "=", "booking.id")
          .where("ticket.cancelled_at", "is", null),
      ),
    )
    .orderBy("booking.booked_at")
    .orderBy("booking.id");
}

/**
 * Reads entries of a locked slot, from the first one or after a given one, and locks them against a cancel.
 *
 * Only an import changes an entry or its place without the slot's lock. A row that this transaction waited for
 * may therefore have another place in line, or none, so the line is read again when its rows are locked.
 */
export async function lockWaitlistEntries(
  transaction: Kysely<Tables>,
  accountId: number,
  slotKey: SlotKey,
  { after, refused, limit }: NextInLine,
): Promise<LockedEntry[]> {
  let select = waiting(transaction, accountId, slotKey);
  if (refused.length > 0) select = select.where("booking.ticket_type_id", "not in", refused);
  if (after !== null) {
    select = select.where((where) =>
      where(
        where.refTuple("booking.booked_at", "booking.id"),
        ">",
        where.tuple(after.enteredAt, after.id),
      ),
    );
  }
  const line = select
    .select(entryColumns)
    .select((of) => typeTerms(of, accountId, slotKey).as("type_terms"))
    .limit(limit);
  for (;;) {
    const rows = await dialectOf(transaction).locked(line, "booking").execute();
    if (!isSameLine(rows, await line.execute())) continue;
    const withTerms = new Set(rows.filter((row) => row.type_terms !== null).map(({ id }) => id));
    const entries = await countNeeds(transaction, accountId, rows);
    return entries.map((entry) => ({ ...entry, hasTypeTerms: withTerms.has(entry.id) }));
  }
}

interface NextInLine {
  readonly after: WaitlistEntry | null;
  /** The ticket types of which nobody moves up any more. */
  readonly refused: readonly string[];
  readonly limit: number;
}

export interface LockedEntry extends WaitlistEntry {
  /** Whether something limits its ticket type in the slot, or sets the times at which the type is given. */
  readonly hasTypeTerms: boolean;
}

export const entryColumns = [
  "booking.id",
  "booking.contact_id",
  "booking.booked_at",
  "booking.ticket_type_id",
] as const;

/** Not null where `hasTypeTerms` is true. */
function typeTerms(of: ExpressionBuilder<Tables, "booking">, accountId: number, slotKey: SlotKey) {
  const own = of
    .selectFrom("type_limit")
    .select("type_limit.capacity")
    .where((where) => where.and(slotConditions(accountId, slotKey)))
    .where("type_limit.until", "=", untilNow)
    .whereRef("type_limit.ticket_type_id", "=", "booking.ticket_type_id");
  const ofType = of
    .selectFrom("ticket_type")
    .select((type) =>
      type.fn
        .coalesce(
          "ticket_type.capacity_per_slot",
          "ticket_type.booking_cutoff_minutes",
          "ticket_type.bookable_from",
          "ticket_type.bookable_until",
        )
        .as("terms"),
    )
    .where("ticket_type.account_id", "=", accountId)
    .where("ticket_type.interaction_id", "=", slotKey.interactionId)
    .where("ticket_type.activity_id", "=", slotKey.activityId)
    .whereRef("ticket_type.id", "=", "booking.ticket_type_id");
  const ofCampaign = of
    .selectFrom("interaction")
    .select("interaction.booking_cutoff_minutes")
    .where("interaction.account_id", "=", accountId)
    .where("interaction.id", "=", slotKey.interactionId);
  return of.fn.coalesce(own, ofType, ofCampaign);
}

type Place = { readonly id: string; readonly booked_at: number };

function isSameLine(some: readonly Place[], others: readonly Place[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ id, booked_at: since }, index) => {
      const other = others[index];
      return other?.id === id && other.booked_at === since;
    })
  );
}

/** Reads the first entries without a lock. */
export async function readWaiting(
  database: Kysely<Tables>,
  accountId: number,
  slotKey: SlotKey,
  limit: number,
): Promise<WaitlistEntry[]> {
  const rows = await waiting(database, accountId, slotKey)
    .select(entryColumns)
    .limit(limit)
    .execute();
  return countNeeds(database, accountId, rows);
}

/**
 * The first entry of each ticket type, first come first, with the seats that it needs. It is one statement, because an
 * entry that is cancelled between two would hide those of its type behind it.
 */
export const readFirstOfTypes = keepStatement(
  (database, values: SlotKey & { readonly accountId: number }) =>
    database
      .selectFrom("ticket_type as type")
      .innerJoin("booking as first", (join) =>
        join
          .on("first.account_id", "=", values.accountId)
          .on("first.id", "=", (of) =>
            waiting(database, values.accountId, values)
              .select("booking.id")
              .whereRef("booking.ticket_type_id", "=", of.ref("type.id"))
              .limit(1),
          ),
      )
      .select((of) => [
        "first.id",
        "first.booked_at as enteredAt",
        "type.id as ticketTypeId",
        of
          .selectFrom("ticket")
          .select((each) => each.fn.countAll<number>().as("live"))
          .where("ticket.account_id", "=", values.accountId)
          .whereRef("ticket.booking_id", "=", "first.id")
          .where("ticket.cancelled_at", "is", null)
          .$asScalar()
          .as("needs"),
      ])
      .where("type.account_id", "=", values.accountId)
      .where("type.interaction_id", "=", values.interactionId)
      .where("type.activity_id", "=", values.activityId)
      .where("type.has_limited_capacity", "=", 1)
      .orderBy("first.booked_at")
      .orderBy("first.id"),
);

async function countNeeds(
  database: Kysely<Tables>,
  accountId: number,
  rows: readonly Pick<Tables["booking"], "id" | "contact_id" | "booked_at" | "ticket_type_id">[],
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
        contactId: row.contact_id,
        ticketTypeId: row.ticket_type_id,
        enteredAt: row.booked_at,
        needs: found.live,
        lastEvent: found.last_event ?? 0,
      },
    ];
  });
}
