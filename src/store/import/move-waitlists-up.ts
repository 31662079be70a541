import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { AuditContext } from "../accounts/audit.ts";
import {
  lockSlot,
  inLockingOrder,
  isSameSlot,
  selectSlots,
  type KeyedValues,
  type SlotKey,
} from "../write/slot.ts";
import { letMoveUp } from "../bookings/move-up.ts";
import { afterDueSeats } from "../bookings/end-seats.ts";
import type { Tables } from "../tables.ts";
import { isAtSlot } from "../keys.ts";
import { ask, type Reading } from "./load-state.ts";
import { chunksOf, keepStatement } from "../statement.ts";
import type { ImportTarget, ImportTransaction } from "./import-target.ts";

/** The waitlists of an activity, or of all activities of a campaign (null). */
export interface WaitlistKey {
  readonly interactionId: string;
  readonly activityId: string | null;
}

/**
 * Gives the seats that lines free or add to the waitlists, in the transaction of the lines (A40, B64). The slots of
 * `waitlists` are locked also where no seat is free: a cancel that read the campaign or the ticket type before the lines
 * changed it may be freeing one.
 */
export async function moveWaitlistsUp(
  within: ImportTransaction,
  audit: AuditContext,
  freed: readonly SlotKey[],
  waitlists: readonly WaitlistKey[],
): Promise<void> {
  const { transaction, accountId } = within;
  await moveUpIn(within, audit, [
    ...(freed.length === 0 ? [] : await waitlistsWithSeats(within, freed)),
    ...(await findWaitlists(transaction, accountId, waitlists, audit.now)),
  ]);
}

/** Fills the free seats of each of these slots, where its campaign still promotes by itself once the slot is locked. */
async function moveUpIn(
  within: Pick<ImportTransaction, "transaction" | "accountId" | "pause">,
  audit: AuditContext,
  slots: readonly SlotKey[],
): Promise<void> {
  const { transaction, accountId } = within;
  // The slots of these waitlists may precede those that the lines have locked already. Where another transaction
  // waits the other way round, PostgreSQL ends one of them, and the engine runs it again.
  const ordered = slots.toSorted(inLockingOrder);
  for (const [index, slotKey] of ordered.entries()) {
    const before = ordered[index - 1];
    if (before !== undefined && isSameSlot(before, slotKey)) continue;
    const seats = await lockSlot(transaction, accountId, slotKey, audit.now);
    if (seats === null) continue;
    const one = { transaction, accountId, audit };
    await letMoveUp(one, { slotKey, seats }, audit.now, within.pause);
  }
}

/** How many slots are promoted in one transaction. */
const slotsAtOnce = 20;

/** Promotes on any number of slots, in short transactions of its own. */
export async function moveUpInSteps(
  target: ImportTarget,
  atThisMoment: () => AuditContext,
  slots: readonly SlotKey[],
): Promise<void> {
  for (const some of chunksOf(slots.toSorted(inLockingOrder), slotsAtOnce)) {
    const audit = atThisMoment();
    await audit.askAgain?.();
    await afterDueSeats(target.engine, target.accountId, () =>
      target.engine.write(
        (transaction) => moveUpIn({ ...target, transaction }, audit, some),
        target.limits,
      ),
    );
  }
}

/**
 * Promotes on waitlists that began before the change of their campaign or ticket type was committed. Until then, other
 * transactions read that the campaign promotes nobody by itself, or that the ticket type has no limit.
 */
export async function moveLateWaitlistsUp(
  target: ImportTarget,
  atThisMoment: () => AuditContext,
  waitlists: readonly WaitlistKey[],
): Promise<void> {
  const { engine, accountId } = target;
  const slots = await findWaitlists(engine.reads, accountId, waitlists, atThisMoment().now);
  await moveUpInSteps(target, atThisMoment, slots);
}

/** The slots of these activities that have a waitlist and have not begun. */
async function findWaitlists(
  database: Kysely<Tables>,
  accountId: AccountId,
  waitlists: readonly WaitlistKey[],
  now: number,
): Promise<SlotKey[]> {
  const slots: SlotKey[] = [];
  for (const { interactionId, activityId } of waitlists) {
    const rows = await database
      .selectFrom("slot")
      .crossJoin("booking")
      .select(["slot.number", "booking.interaction_number as interactionNumber"])
      .select("slot.starting_at as startingAt")
      .distinct()
      .where("slot.account_id", "=", accountId)
      .where("slot.interaction_id", "=", interactionId)
      .$if(activityId !== null, (select) => select.where("slot.activity_id", "=", activityId ?? ""))
      .where("slot.starting_at", ">", now)
      .where("booking.account_id", "=", accountId)
      .where(isAtSlot)
      .where("booking.booking_status", "=", "WAITLIST")
      .execute();
    slots.push(...rows);
  }
  return slots;
}

/** Those of the slots that have a free seat beside a waitlist. */
export async function waitlistsWithSeats(
  within: Reading,
  slots: readonly SlotKey[],
): Promise<readonly SlotKey[]> {
  const keys = slots.map(({ number }) => ({ number }));
  const rows = await ask(within, readWaitlistsWithSeats, keys);
  const waiting = new Set(rows.map(({ number }) => number));
  return slots.filter(({ number }) => waiting.has(number));
}

const readWaitlistsWithSeats = keepStatement((database, values: KeyedValues, dialect) =>
  selectSlots(database, values, dialect)
    .whereRef("slot.taken", "<", "slot.capacity")
    .where((where) =>
      where.exists(
        where
          .selectFrom("booking")
          .select("booking.id")
          .where("booking.account_id", "=", values.accountId)
          .where(isAtSlot)
          .where("booking.booking_status", "=", "WAITLIST"),
      ),
    ),
);
