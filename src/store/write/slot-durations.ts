import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";
import {
  selectNamedSlots,
  slotConditions,
  type SlotName,
  type KeyedValues,
  type SlotKey,
} from "./slot.ts";

/** The column's value of a slot's length, which is its own (A75). */
export function storedDuration(minutes: number | null): number {
  return minutes ?? 0;
}

/** What the bookings of `slot` show; null: no length. */
export const shownDuration = sql<number | null>`nullif(slot.slot_duration_in_minutes, 0)`;

/** The lengths of slots, by their names. */
export const readDurations = keepStatement((database, values: KeyedValues, dialect) =>
  selectNamedSlots(database, values, dialect).select(shownDuration.as("minutes")),
);

/** The length of one slot; null also where there is none. */
export async function readDuration(
  database: Kysely<Tables>,
  accountId: AccountId,
  slotKey: SlotKey,
): Promise<number | null> {
  const row = await database
    .selectFrom("slot")
    .select(shownDuration.as("minutes"))
    .where((where) => where.and(slotConditions(accountId, slotKey)))
    .executeTakeFirst();
  return row?.minutes ?? null;
}

/** The length of new slots at a place, which needs no slot. */
export async function readUsualDuration(
  database: Kysely<Tables>,
  accountId: AccountId,
  { interactionId, activityId, hostId }: Omit<SlotName, "startingAt">,
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

export function durationRow({ number }: Pick<SlotKey, "number">, minutes: number | null) {
  return { number, slot_duration_in_minutes: storedDuration(minutes) } as const;
}
