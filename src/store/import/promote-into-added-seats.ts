import type { AuditContext } from "../accounts/audit.ts";
import { lockSlot } from "../bookings/lock-slot.ts";
import { readMoveUp, rowsOfMoveUp } from "../bookings/move-up.ts";
import type { Attempt } from "./attempt.ts";

/**
 * Gives the seats that a file adds to the waitlist, where the campaign promotes automatically, in the
 * same transaction, like every freed or added seat (A40). An import that contains bookings of the
 * slot promotes nobody, and neither does one with `--update`: the file's own states win (B64).
 */
export async function promoteIntoAddedSeats(attempt: Attempt, audit: AuditContext): Promise<void> {
  const { transaction, locked, writeRows, accountId, yieldToEventLoop } = attempt;
  if (!attempt.scratch.has("slot")) return;
  const places = attempt.scratch.select<
    [interaction: string, activity: string, host: string, start: number]
  >(`select interaction_id.id, activity.id, slot.host, slot.starting_at
     from found_slot
     join known_slot using (no)
     join slot using (no)
     join activity on activity.no = slot.activity_no
     join interaction on interaction.no = activity.interaction_no
     join interaction_id on interaction_id.no = activity.interaction_no
     left join known_interaction on known_interaction.no = activity.interaction_no
     where max(found_slot.capacity - found_slot.taken, 0) > max(known_slot.capacity - known_slot.taken, 0)
     and coalesce(interaction.waitlist_promotion, known_interaction.waitlist_promotion) = 'automatic'
     ${attempt.scratch.has("booking") ? "and slot.no not in (select slot_no from booking)" : ""}
     order by interaction_id.id, activity.id, slot.host, slot.starting_at`);
  for (const [interactionId, activityId, hostId, startingAt] of Array.from(places)) {
    const place = { interactionId, activityId, hostId, startingAt };
    const seats = await lockSlot(transaction, locked, accountId, place);
    if (seats === null) throw new Error("A slot of the account is missing.");
    const moveUp = await readMoveUp(transaction, locked, accountId, { place, seats }, audit.now);
    const rows = moveUp.entries.length === 0 ? {} : rowsOfMoveUp(moveUp, audit);
    for (const statement of writeRows(accountId, audit.now, rows)) {
      await transaction.executeQuery(statement);
    }
    await yieldToEventLoop();
  }
}
