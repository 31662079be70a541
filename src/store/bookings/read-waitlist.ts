import type { AccountId } from "../../domain/account.ts";
import type { Kysely, SelectQueryBuilder } from "kysely";
import { DatabaseUnavailable } from "../engine.ts";
import { dialectOf, keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";
import type { SlotKey } from "../write/slot.ts";
import {
  countNeeds,
  entryColumns,
  lapsed,
  typeTerms,
  waiting,
  withOffer,
  type EntryRow,
  type WaitlistEntry,
} from "./waitlist-rows.ts";

/**
 * Reads entries of a locked slot, from the first one or after a given one, and locks them against a cancel.
 *
 * An entry may be cancelled, or get another contact, without the slot's lock (`change-alone.ts`, `change-details.ts`). A row
 * that this transaction waited for may therefore be in line no more, so the line is read again when its rows are locked.
 */
export async function lockWaitlistEntries(
  transaction: Kysely<Tables>,
  accountId: AccountId,
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
  const { rows, entries } = await lockLine(transaction, accountId, line, "booking");
  const withTerms = new Set(rows.filter((row) => row.type_terms !== null).map(({ id }) => id));
  return entries.map((entry) => ({ ...entry, hasTypeTerms: withTerms.has(entry.id) }));
}

/** Reads the first entries whose offer ended, and locks them in the same way. */
export async function lockLapsedEntries(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  slotKey: SlotKey,
  limit: number,
): Promise<LockedEntry[]> {
  const line = lapsed(transaction, accountId, slotKey).select(entryColumns).limit(limit);
  const { rows, entries } = await lockLine(transaction, accountId, line, "booking");
  const offers = new Map(rows.map((row) => [row.id, row.offer_id]));
  return entries.map((entry) => {
    const endedOffer = offers.get(entry.id);
    if (endedOffer === undefined) throw new Error("An entry was counted that was not read.");
    return { ...entry, isLapsed: true, endedOffer, hasTypeTerms: true };
  });
}

/**
 * How often the line is locked again because a cancel changed it meanwhile. Each time keeps the locks of those before, so
 * that a line that nobody cancels from is reached soon.
 */
const lockAttempts = 100;

async function lockLine<DB, TB extends keyof DB & string, R extends EntryRow>(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  line: SelectQueryBuilder<DB, TB, R>,
  table: TB,
): Promise<{ readonly rows: readonly R[]; readonly entries: readonly WaitlistEntry[] }> {
  for (let attempt = 1; attempt <= lockAttempts; attempt += 1) {
    const rows = await dialectOf(transaction).locked(line, table).execute();
    if (!isSameLine(rows, await line.execute())) continue;
    return { rows, entries: await countNeeds(transaction, accountId, rows) };
  }
  throw new DatabaseUnavailable("The slot's waitlist changes faster than it can be locked.");
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

/** Reads those with an offer, then the first entries, then those whose offer ended, without a lock. */
export async function readWaiting(
  database: Kysely<Tables>,
  accountId: AccountId,
  slotKey: SlotKey,
  limit: number,
): Promise<WaitlistEntry[]> {
  const place = [database, accountId, slotKey] as const;
  const offered = await withOffer(...place, "live")
    .select(entryColumns)
    .limit(limit)
    .execute();
  const inLine = await waiting(...place)
    .select(entryColumns)
    .limit(limit)
    .execute();
  const behind = await lapsed(...place)
    .select(entryColumns)
    .limit(limit)
    .execute();
  const ends = new Map(offered.map((row) => [row.id, row.offer_ends_at]));
  const offers = new Map(behind.map((row) => [row.id, row.offer_id]));
  const entries = await countNeeds(database, accountId, [...offered, ...inLine, ...behind]);
  return entries.slice(0, limit).map((entry) => {
    const [offerEndsAt, endedOffer] = [ends.get(entry.id), offers.get(entry.id)];
    if (offerEndsAt !== undefined) return { ...entry, offerEndsAt };
    return endedOffer === undefined ? entry : { ...entry, isLapsed: true, endedOffer };
  });
}

/**
 * The first entry of each ticket type, first come first, with the seats that it needs. It is one statement, because an
 * entry that is cancelled between two would hide those of its type behind it.
 */
export const readFirstOfTypes = keepStatement(
  (database, values: Pick<SlotKey, "number"> & { readonly accountId: AccountId }) =>
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
