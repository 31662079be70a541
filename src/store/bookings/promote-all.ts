import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { inLockingOrder, lockSlot, type SlotKey } from "../write/slot.ts";
import { runBookingTransaction } from "../write/transaction.ts";
import { readMoveUp, rowsOfMoveUp, type MoveUp } from "./move-up.ts";

/**
 * Promotes on every slot of the account, or of one campaign, the entries that fit into its free seats, first come,
 * first served. Each slot is a transaction of its own, so that callers wait for one slot at most. Returns the promoted
 * bookings; null when the account has no such campaign.
 */
export async function promoteAll(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  publicKey: string | null,
): Promise<BookingId[] | null> {
  const slots = await slotsWithWaitlist(engine.reads, accountId, publicKey);
  if (slots === null) return null;
  const promoted: BookingId[] = [];
  for (const slotKey of slots.toSorted(inLockingOrder)) {
    await audit.askAgain?.();
    promoted.push(...(await promoteAt(engine, accountId, audit, slotKey)));
  }
  return promoted;
}

async function slotsWithWaitlist(
  reads: Kysely<Tables>,
  accountId: AccountId,
  publicKey: string | null,
): Promise<SlotKey[] | null> {
  const campaign =
    publicKey === null
      ? null
      : await reads
          .selectFrom("interaction")
          .select("id")
          .where("account_id", "=", accountId)
          .where("public_key", "=", publicKey)
          .executeTakeFirst();
  if (campaign === undefined) return null;
  return reads
    .selectFrom("booking")
    .select([
      "interaction_id as interactionId",
      "activity_id as activityId",
      "host_id as hostId",
      "slot_starting_at as startingAt",
    ])
    .distinct()
    .where("account_id", "=", accountId)
    .where("booking_status", "=", "WAITLIST")
    .$if(campaign !== null, (select) => select.where("interaction_id", "=", campaign?.id ?? ""))
    .execute();
}

function promoteAt(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  slotKey: SlotKey,
): Promise<BookingId[]> {
  return runBookingTransaction<MoveUp | null, BookingId[]>(
    engine,
    accountId,
    audit.now,
    async (transaction) => {
      const seats = await lockSlot(transaction, accountId, slotKey);
      if (seats === null) return null;
      return readMoveUp(transaction, accountId, { slotKey, seats }, audit.now, null);
    },
    (moveUp) => {
      const ids = moveUp?.entries.map(({ id }) => id as BookingId) ?? [];
      const [bookingId] = ids;
      if (moveUp === null || bookingId === undefined) return { answer: [], change: null };
      const rows = rowsOfMoveUp(moveUp, audit, "by hand");
      return { answer: ids, change: { rows, bookingId, holds: { slotKey } } };
    },
  );
}
