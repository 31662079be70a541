import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { inLockingOrder, lockSlot, type SlotKey } from "../write/slot.ts";
import { runBookingTransaction } from "./transaction.ts";
import { joinRows } from "../write/batch-rows.ts";
import { lockMoveUp, rowsOfMoveUp, type MoveUp } from "./move-up.ts";
import { readOffers, rowsOfAccepted, type LiveOffers } from "./offers.ts";
import { allWaiting } from "./waitlist-rows.ts";

export interface PromoteAllOrder {
  /** Null: every campaign. */
  readonly publicKey: string | null;
  /** Promotes nobody, and returns who would be promoted. */
  readonly dryRun: boolean;
}

export interface PromotedAll {
  readonly promoted: readonly BookingId[];
  /** Entries that wait for a slot that has begun. */
  readonly left: number;
}

/**
 * Promotes on every slot of the account, or of one campaign, the entries that fit into its free seats, first come,
 * first served. Each slot is a transaction of its own, so that callers wait for one slot at most. Null when the account
 * has no such campaign.
 */
export async function promoteAll(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  { publicKey, dryRun }: PromoteAllOrder,
): Promise<PromotedAll | null> {
  const { reads } = engine;
  const campaign = publicKey === null ? null : await findCampaign(reads, accountId, publicKey);
  if (campaign === undefined) return null;
  const entries = allWaiting(reads, accountId).$if(campaign !== null, (select) =>
    select.where("booking.interaction_number", "=", campaign ?? 0),
  );
  const slots: SlotKey[] = await entries
    .select([
      "booking.slot_number as number",
      "booking.interaction_number as interactionNumber",
      "booking.slot_starting_at as startingAt",
    ])
    .distinct()
    .where("booking.slot_starting_at", ">", audit.now)
    .execute();
  const { left } = await entries
    .select((select) => select.fn.countAll<number>().as("left"))
    .where("booking.slot_starting_at", "<=", audit.now)
    .executeTakeFirstOrThrow();
  const promoted: BookingId[] = [];
  for (const slotKey of slots.toSorted(inLockingOrder)) {
    await audit.askAgain?.();
    promoted.push(...(await promoteAt(engine, accountId, audit, { slotKey, dryRun })));
  }
  return { promoted, left };
}

async function findCampaign(
  reads: Kysely<Tables>,
  accountId: AccountId,
  publicKey: string,
): Promise<number | undefined> {
  const row = await reads
    .selectFrom("interaction")
    .select("number")
    .where("account_id", "=", accountId)
    .where("public_key", "=", publicKey)
    .executeTakeFirst();
  return row?.number;
}

function promoteAt(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  { slotKey, dryRun }: { readonly slotKey: SlotKey; readonly dryRun: boolean },
): Promise<BookingId[]> {
  return runBookingTransaction<
    { readonly offers: LiveOffers; readonly moveUp: MoveUp } | null,
    BookingId[]
  >(
    engine,
    accountId,
    audit.now,
    async (transaction) => {
      const seats = await lockSlot(transaction, accountId, slotKey, audit.now);
      if (seats === null) return null;
      const offers = await readOffers(transaction, accountId, slotKey, audit.now);
      const slot = { slotKey, seats };
      const moveUp = await lockMoveUp(transaction, accountId, slot, audit.now, null, "hand");
      return { offers, moveUp };
    },
    (found) => {
      const offered = found?.offers.accepted ?? [];
      const promoted = found?.moveUp.entries ?? [];
      const ids = [...offered, ...promoted].map(({ id }) => id as BookingId);
      const [bookingId] = ids;
      if (found === null || bookingId === undefined || dryRun) return { answer: ids, change: null };
      const { offers, moveUp } = found;
      const rows = joinRows(
        rowsOfAccepted(slotKey, offers, audit),
        promoted.length === 0 ? {} : rowsOfMoveUp(moveUp, audit, "by hand"),
      );
      return { answer: ids, change: { rows, bookingId, holds: { slotKey } } };
    },
  );
}
