import type { AuditContext } from "../accounts/audit.ts";
import { lockSlot } from "../bookings/lock-slot.ts";
import { readMoveUp, rowsOfMoveUp } from "../bookings/move-up.ts";
import { inLockingOrder, isSameSlot, type SlotKey } from "../bookings/slot-key.ts";
import type { Attempt } from "./attempt.ts";
import { findQueues, findSwitchedActivities } from "./find-queues.ts";
import { inKeyChunks, numberIn, type Key, type KeyedQuestion } from "./keyed-question.ts";
import type { ImportTarget } from "./run-attempt.ts";

/**
 * Gives the seats that the file frees or adds to the waitlist, where the campaign promotes automatically,
 * in the same transaction, like every other change (A40, B64).
 */
export async function promoteWaiting(attempt: Attempt, audit: AuditContext): Promise<void> {
  await promoteIn(attempt, audit, [
    ...(await findFreedSlots(attempt)),
    ...(await findQueues(
      attempt.transaction,
      attempt.accountId,
      findSwitchedActivities(attempt.scratch),
    )),
  ]);
}

/** Promotes on each of these slots as many from the head of the queue as have seats. */
export async function promoteIn(
  attempt: Pick<Attempt, "transaction" | "locked" | "writeRows" | "accountId" | "yieldToEventLoop">,
  audit: AuditContext,
  slots: readonly SlotKey[],
): Promise<void> {
  const { transaction, locked, writeRows, accountId, yieldToEventLoop } = attempt;
  // Every transaction locks slots in one order.
  const ordered = slots.toSorted(inLockingOrder);
  for (const [index, slotKey] of ordered.entries()) {
    const before = ordered[index - 1];
    if (before !== undefined && isSameSlot(before, slotKey)) continue;
    const seats = await lockSlot(transaction, locked, accountId, slotKey);
    if (seats === null) continue;
    const slot = { slotKey, seats };
    const moveUp = await readMoveUp(transaction, locked, accountId, slot, audit.now, null);
    const rows = moveUp.entries.length === 0 ? {} : rowsOfMoveUp(moveUp, audit);
    for (const statement of writeRows(accountId, audit.now, rows)) {
      await transaction.executeQuery(statement);
    }
    await yieldToEventLoop();
  }
}

/** How many slots are promoted in one transaction. */
const slotsAtOnce = 20;

/** The same for any number of slots, in short transactions. */
export async function promoteInSteps(
  target: ImportTarget,
  audit: AuditContext,
  slots: readonly SlotKey[],
): Promise<void> {
  const ordered = slots.toSorted(inLockingOrder);
  for (let from = 0; from < ordered.length; from += slotsAtOnce) {
    const some = ordered.slice(from, from + slotsAtOnce);
    await target.engine.write(
      (transaction) =>
        promoteIn({ ...target, locked: target.engine.locked, transaction }, audit, some),
      target.limits,
    );
  }
}

/**
 * The slots of automatic campaigns that have a free seat beside a waitlist, and where the file frees or adds
 * seats or changes a booking. A slot of which the file says only what is new stays as the file has it, so that
 * the file means the same wherever it is imported. `isEveryKnown` takes each known slot for a changed one: an
 * import that broke off changed it.
 */
export async function findFreedSlots(
  { scratch, ask, yieldToEventLoop }: Pick<Attempt, "scratch" | "ask" | "yieldToEventLoop">,
  isEveryKnown = false,
): Promise<SlotKey[]> {
  if (!scratch.has("slot")) return [];
  const slots: SlotKey[] = [];
  const which = isEveryKnown ? "" : `and ${isChanged(scratch.has("booking"))}`;
  for (const keys of inKeyChunks(scratch.select<Key>(knownSlots(which)))) {
    slots.push(...(await ask(freeBesideWaitlist, keys)));
    await yieldToEventLoop();
  }
  return slots;
}

const knownSlots = (condition: string) => `
  select interaction_id.id, activity.id, slot.host, slot.starting_at
  from interaction
  join interaction_id using (no)
  left join known_interaction using (no)
  join activity on activity.interaction_no = interaction.no
  join slot on slot.activity_no = activity.no
  join known_slot on known_slot.no = slot.no
  where coalesce(nullif(interaction.waitlist_promotion, x''), known_interaction.waitlist_promotion) = 'automatic'
  ${condition}
  order by interaction_id.id, activity.id, slot.host, slot.starting_at`;

function isChanged(withBookings: boolean): string {
  const hasMoreFree = `slot.no in (
    select no
    from found_slot
    where max(found_slot.capacity - found_slot.taken, 0) > max(known_slot.capacity - known_slot.taken, 0)
  )`;
  const hasChange = `slot.no in (
    select coalesce(found_move.slot_no, booking.slot_no)
    from found_change
    join booking using (no)
    left join found_move using (no)
  )`;
  return withBookings ? `(${hasMoreFree} or ${hasChange})` : hasMoreFree;
}

const freeBesideWaitlist: KeyedQuestion<SlotKey> = {
  width: 4,
  rows: (engine, keys, accountId) =>
    engine.reads
      .selectFrom(keys)
      .crossJoin("slot")
      .select([
        "slot.interaction_id as interactionId",
        "slot.activity_id as activityId",
        "slot.host_id as hostId",
        "slot.starting_at as startingAt",
      ])
      .where("slot.account_id", "=", accountId)
      .whereRef("slot.interaction_id", "=", "key.column1")
      .whereRef("slot.activity_id", "=", "key.column2")
      .whereRef("slot.host_id", "=", "key.column3")
      .where("slot.starting_at", "=", numberIn("column4"))
      .whereRef("slot.taken", "<", "slot.capacity")
      .where((where) =>
        where.exists(
          where
            .selectFrom("booking")
            .select("booking.id")
            .where("booking.account_id", "=", accountId)
            .whereRef("booking.interaction_id", "=", "slot.interaction_id")
            .whereRef("booking.activity_id", "=", "slot.activity_id")
            .whereRef("booking.host_id", "=", "slot.host_id")
            .whereRef("booking.slot_starting_at", "=", "slot.starting_at")
            .where("booking.booking_status", "=", "WAITLIST"),
        ),
      ),
};
