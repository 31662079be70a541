import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { SlotLine } from "../../domain/data-file/slot-line.ts";
import { fromHostColumn } from "../catalogue/host-column.ts";
import type { Tables } from "../tables.ts";

type SlotEvent = Pick<
  Tables["slot_event"],
  "interaction_id" | "activity_id" | "host_id" | "starting_at" | "capacity"
>;

/** Makes a data file's line for each event's slot, with its current capacity. */
export async function slotLinesOf<Event extends SlotEvent>(
  reads: Kysely<Tables>,
  accountId: AccountId,
  events: readonly Event[],
): Promise<Map<Event, SlotLine>> {
  if (events.length === 0) return new Map();
  const interactions = await reads
    .selectFrom("interaction")
    .select(["id", "public_key"])
    .where("account_id", "=", accountId)
    .where("id", "in", [...new Set(events.map(({ interaction_id }) => interaction_id))])
    .execute();
  const publicKeys = new Map(interactions.map(({ id, public_key }) => [id, public_key]));
  const lines = new Map<Event, SlotLine>();
  for (const event of events) {
    const { interaction_id, activity_id, host_id, starting_at } = event;
    const slot = await reads
      .selectFrom("slot")
      .select("capacity")
      .where("account_id", "=", accountId)
      .where("interaction_id", "=", interaction_id)
      .where("activity_id", "=", activity_id)
      .where("host_id", "=", host_id)
      .where("starting_at", "=", starting_at)
      .executeTakeFirst();
    lines.set(event, {
      kind: "slot",
      // A removed campaign is named by its id.
      interaction: publicKeys.get(interaction_id) ?? interaction_id,
      activity: activity_id,
      host: fromHostColumn(host_id),
      starting_at,
      capacity: slot?.capacity ?? event.capacity,
    });
  }
  return lines;
}
