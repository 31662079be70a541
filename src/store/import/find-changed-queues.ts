import type { SlotKey } from "../bookings/slot-key.ts";
import type { Attempt } from "./attempt.ts";

/**
 * Finds the slots with a waitlist whose head may be promoted although no seat is added: their campaign
 * begins to promote automatically, or a ticket type's bookings enter or leave the queue. The caller locks
 * each slot, also one without a free seat, because a cancel that read the campaign before the switch may
 * be freeing one. With `isEverySwitched`, each automatic campaign that the file defines counts as
 * switched: an import that broke off may have switched it.
 */
export async function findChangedQueues(
  attempt: Attempt,
  isEverySwitched = false,
): Promise<SlotKey[]> {
  const { transaction, accountId } = attempt;
  const slots: SlotKey[] = [];
  for (const [interactionId, activityId] of switchedActivities(attempt, isEverySwitched)) {
    const rows = await transaction
      .selectFrom("booking")
      .select(["host_id", "slot_starting_at"])
      .distinct()
      .where("account_id", "=", accountId)
      .where("interaction_id", "=", interactionId)
      .where("activity_id", "=", activityId)
      .where("booking_status", "=", "WAITLIST")
      .orderBy("host_id")
      .orderBy("slot_starting_at")
      .execute();
    for (const { host_id: hostId, slot_starting_at: startingAt } of rows) {
      slots.push({ interactionId, activityId, hostId, startingAt });
    }
  }
  return slots;
}

function switchedActivities(
  { scratch }: Attempt,
  isEverySwitched: boolean,
): [interactionId: string, activityId: string][] {
  const switched: [string, string][] = [];
  if (scratch.lines("interaction") > 0) {
    switched.push(
      ...scratch.select<[string, string]>(`
        select known_interaction.id, known_activity.id
        from interaction
        join known_interaction using (no)
        join known_activity on known_activity.interaction_no = interaction.no
        where interaction.waitlist_promotion = 'automatic'
        and (known_interaction.waitlist_promotion <> 'automatic' or ${String(isEverySwitched)})
        order by known_interaction.id, known_activity.id`),
    );
  }
  if (scratch.lines("ticket_type") > 0) {
    switched.push(
      ...scratch.select<[string, string]>(`
        select distinct known_interaction.id, activity.id
        from ticket_type
        join known_ticket_type using (activity_no, id)
        join activity on activity.no = ticket_type.activity_no
        join interaction on interaction.no = activity.interaction_no
        join known_interaction on known_interaction.no = activity.interaction_no
        where ticket_type.has_limited_capacity <> known_ticket_type.has_limited_capacity
        and coalesce(nullif(interaction.waitlist_promotion, x''), known_interaction.waitlist_promotion) = 'automatic'
        order by known_interaction.id, activity.id`),
    );
  }
  return switched;
}
