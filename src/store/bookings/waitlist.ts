import type { ExpressionBuilder, Kysely } from "kysely";
import type { Waiting } from "../../domain/waitlist.ts";
import { dialectOf, keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";
import type { SlotKey } from "../write/slot.ts";
import { untilNow } from "../write/type-limits.ts";

/** An entry of a waitlist that waits for seats. */
export interface WaitlistEntry extends Waiting {
  readonly contactNumber: number;
  readonly enteredAt: number;
  /** The number of the last event of its history. */
  readonly lastEvent: number;
}

/**
 * The bookings that wait for a seat of the slot: those of limited ticket types with a live ticket, first come
 * first. A booking without a live ticket waits for nothing, and unlimited types never wait.
 */
export function waiting(
  database: Kysely<Tables>,
  accountId: number,
  slotKey: Pick<SlotKey, "number">,
) {
  return database
    .selectFrom("booking")
    .crossJoin("ticket_type")
    .where("booking.account_id", "=", accountId)
    .where("booking.slot_number", "=", slotKey.number)
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
  if (refused.length > 0) select = select.where("ticket_type.id", "not in", refused);
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
  "booking.contact_number",
  "booking.booked_at",
  "ticket_type.id as ticket_type_id",
] as const;

/** Not null where `hasTypeTerms` is true. */
function typeTerms(
  of: ExpressionBuilder<Tables, "booking" | "ticket_type">,
  accountId: number,
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
    .select("interaction.booking_cutoff_minutes")
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
  (database, values: Pick<SlotKey, "number"> & { readonly accountId: number }) =>
    database
      .selectFrom("slot")
      .innerJoin("ticket_type as type", (join) =>
        join
          .on("type.account_id", "=", values.accountId)
          .onRef("type.interaction_id", "=", "slot.interaction_id")
          .onRef("type.activity_id", "=", "slot.activity_id"),
      )
      .innerJoin("booking as first", (join) =>
        join
          .on("first.account_id", "=", values.accountId)
          .on("first.id", "=", (of) =>
            waiting(database, values.accountId, values)
              .select("booking.id")
              .whereRef("booking.ticket_type_number", "=", of.ref("type.number"))
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
      .where("slot.account_id", "=", values.accountId)
      .where("slot.number", "=", values.number)
      .where("type.has_limited_capacity", "=", 1)
      .orderBy("first.booked_at")
      .orderBy("first.id"),
);

async function countNeeds(
  database: Kysely<Tables>,
  accountId: number,
  rows: readonly (Pick<Tables["booking"], "id" | "contact_number" | "booked_at"> & {
    readonly ticket_type_id: string;
  })[],
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
