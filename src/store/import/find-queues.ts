import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { SlotKey } from "../bookings/slot-key.ts";
import type { Tables } from "../tables.ts";
import type { Scratch } from "./scratch.ts";

/** An activity by its campaign's id and its own. */
export type ActivityKey = readonly [interactionId: string, activityId: string];

/**
 * The slots of these activities that have a waitlist. The caller locks each, also one without a free seat,
 * because a cancel that read the campaign before the switch may be freeing one.
 */
export async function findQueues(
  database: Kysely<Tables>,
  accountId: AccountId,
  activities: readonly ActivityKey[],
): Promise<SlotKey[]> {
  const slots: SlotKey[] = [];
  for (const [interactionId, activityId] of activities) {
    const rows = await database
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

/**
 * The activities on whose waitlists somebody may move up although no seat is added: their campaign begins to
 * promote automatically, or a ticket type's bookings enter or leave the queue. With `isEverySwitched`, each
 * automatic campaign that the file defines counts as switched: an import that broke off may have switched it.
 */
export function findSwitchedActivities(scratch: Scratch, isEverySwitched = false): ActivityKey[] {
  const switched: ActivityKey[] = [];
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
