import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { SlotLine } from "../../domain/data-file/data-line.ts";
import { slotNameTypes } from "../keys.ts";
import { fromHostColumn, slotColumnsText, slotColumnsOf, type KeyedValues } from "../write/slot.ts";
import { ownLimitsAsJson, toldLimitsOfJson } from "../write/own-limits.ts";
import { shownDuration } from "../write/slot-durations.ts";
import { bindRows, keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";

/** The feed's fields of a slot, which may have been removed since. */
export type SlotEvent = Pick<
  Tables["slot_event"],
  "interaction_id" | "activity_id" | "host_id" | "starting_at" | "capacity"
>;

const slotsOf = keepStatement((reads, values: KeyedValues, { inputRows }) =>
  reads
    .selectFrom(inputRows(values, slotNameTypes))
    .crossJoin("slot")
    .select(["slot.interaction_id", "slot.activity_id", "slot.host_id", "slot.starting_at"])
    .select(["slot.capacity", "slot.closed_at", shownDuration.as("minutes")])
    .select(ownLimitsAsJson(reads, values.accountId).as("limits"))
    .where("slot.account_id", "=", values.accountId)
    .whereRef("slot.interaction_id", "=", "input_rows.interaction_id")
    .whereRef("slot.activity_id", "=", "input_rows.activity_id")
    .whereRef("slot.host_id", "=", "input_rows.host_id")
    .whereRef("slot.starting_at", "=", "input_rows.starting_at"),
);

/** Makes a data file's line for each event's slot, as it is now. */
export async function slotLinesOf<Event extends SlotEvent>(
  reads: Kysely<Tables>,
  accountId: AccountId,
  events: readonly Event[],
): Promise<Map<Event, SlotLine>> {
  if (events.length === 0) return new Map();
  const slotKeys = new Map(events.map((event) => [slotColumnsText(event), slotColumnsOf(event)]));
  const [interactions, slots] = await Promise.all([
    reads
      .selectFrom("interaction")
      .select(["id", "public_key"])
      .where("account_id", "=", accountId)
      .where("id", "in", [...new Set(events.map(({ interaction_id }) => interaction_id))])
      .execute(),
    slotsOf(reads, { accountId, ...bindRows([...slotKeys.values()]) }),
  ]);
  const publicKeys = new Map(interactions.map(({ id, public_key }) => [id, public_key]));
  const known = new Map(slots.map((slot) => [slotColumnsText(slot), slot]));
  const limitsOf = (slot: { readonly limits: string } | undefined) =>
    slot === undefined ? undefined : toldLimitsOfJson(slot.limits);
  const lineOf = (event: Event): SlotLine => ({
    kind: "slot",
    // A removed campaign is named by its id.
    interaction: publicKeys.get(event.interaction_id) ?? event.interaction_id,
    activity: event.activity_id,
    host: fromHostColumn(event.host_id),
    starting_at: event.starting_at,
    capacity: known.get(slotColumnsText(event))?.capacity ?? event.capacity,
    // A removed slot's line says nothing of its length and its limits.
    slot_duration_in_minutes: known.get(slotColumnsText(event))?.minutes,
    ticket_types: limitsOf(known.get(slotColumnsText(event))),
    closed: (known.get(slotColumnsText(event))?.closed_at ?? null) !== null,
  });
  return new Map(events.map((event) => [event, lineOf(event)]));
}
