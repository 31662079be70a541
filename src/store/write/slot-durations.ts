import { sql, type Kysely, type RawBuilder } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";
import {
  selectSlots,
  slotConditions,
  slotKeyColumns,
  type KeyedValues,
  type SlotKey,
} from "./slot.ts";

/*
 * A slot's length is its own (A75). The column holds minutes, or 0 for none. Null means that an older program made
 * the slot: it has the length of its host or activity until somebody gives it one.
 */

/** The column's value of a slot's length. */
export function storedDuration(minutes: number | null): number {
  return minutes ?? 0;
}

/** What the bookings of `slot` show; null: no length. */
export function shownDuration(accountId: number): RawBuilder<number | null> {
  return sql`nullif(coalesce(slot.slot_duration_in_minutes, ${usual(accountId)}, 0), 0)`;
}

/** The length of the slot's host, or of its activity where there is no choice of hosts (A59). */
const usual = (accountId: number) => sql`
  case
    when slot.host_id = '' then (
      select activity.slot_duration_in_minutes
      from activity
      where activity.account_id = ${accountId}
      and activity.interaction_id = slot.interaction_id
      and activity.id = slot.activity_id
    )
    else (
      select host.slot_duration_in_minutes
      from host
      where host.account_id = ${accountId}
      and host.interaction_id = slot.interaction_id
      and host.activity_id = slot.activity_id
      and host.id = slot.host_id
    )
  end`;

/** The lengths of slots, by their keys. */
export const readDurations = keepStatement((database, values: KeyedValues, dialect) =>
  selectSlots(database, values, dialect).select(shownDuration(values.accountId).as("minutes")),
);

/** The length of one slot; null also where there is none. */
export async function readDuration(
  database: Kysely<Tables>,
  accountId: AccountId,
  slotKey: SlotKey,
): Promise<number | null> {
  const row = await database
    .selectFrom("slot")
    .select(shownDuration(accountId).as("minutes"))
    .where((where) => where.and(slotConditions(accountId, slotKey)))
    .executeTakeFirst();
  return row?.minutes ?? null;
}

/** The length of new slots at a place, which needs no slot. */
export async function readUsualDuration(
  database: Kysely<Tables>,
  accountId: AccountId,
  { interactionId, activityId, hostId }: Omit<SlotKey, "startingAt">,
): Promise<number | null> {
  const place = { account_id: accountId, interaction_id: interactionId } as const;
  const ofActivity = database
    .selectFrom("activity")
    .select("slot_duration_in_minutes as minutes")
    .where((where) => where.and({ ...place, id: activityId }));
  const ofHost = database
    .selectFrom("host")
    .select("slot_duration_in_minutes as minutes")
    .where((where) => where.and({ ...place, activity_id: activityId, id: hostId }));
  const row = await (hostId === "" ? ofActivity : ofHost).executeTakeFirst();
  return row?.minutes ?? null;
}

export function durationRow(slotKey: SlotKey, minutes: number | null) {
  return { ...slotKeyColumns(slotKey), slot_duration_in_minutes: storedDuration(minutes) } as const;
}

/** The slots of an activity without a choice of hosts, or of one host. */
export type SlotsPlace = Omit<SlotKey, "startingAt">;

/** Slots that have not told their length keep the one that they show, before their host or activity changes. */
export async function keepShownDurations(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  place: SlotsPlace,
  minutes: number | null,
): Promise<void> {
  await transaction
    .updateTable("slot")
    .set({ slot_duration_in_minutes: storedDuration(minutes) })
    .where((where) => where.and(placeConditions(accountId, place)))
    .where("slot_duration_in_minutes", "is", null)
    .execute();
}

function placeConditions(accountId: AccountId, { interactionId, activityId, hostId }: SlotsPlace) {
  return {
    account_id: accountId,
    interaction_id: interactionId,
    activity_id: activityId,
    host_id: hostId,
  } as const;
}
