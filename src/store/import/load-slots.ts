import type { AccountId } from "../../domain/account.ts";
import type { Engine } from "../engine.ts";
import type { Attempt } from "./attempt.ts";
import { copyKnown, type KnownRows } from "./copy-known.ts";
import {
  inKeyChunks,
  numberIn,
  type Key,
  type KeyedQuestion,
  type KeyTable,
} from "./keyed-question.ts";

/** Copies the account's slots that the file names, without a lock. */
export async function loadSlots(attempt: Attempt): Promise<void> {
  await copyKnown(attempt, slots);
}

/**
 * Locks the known slots that the file changes and copies them anew. The lock is taken after the
 * bookings were written, so that cancels and bookings of these slots wait as briefly as possible.
 */
export async function lockSlots(attempt: Attempt): Promise<void> {
  await copyKnown(attempt, changedSlots);
}

export type ActivityKey = readonly [interactionId: string, activityId: string];

/** Locks the known slots that the file names of the activities between these two; null stands for no bound. */
export async function lockNamedSlots(
  { scratch, ask, yieldToEventLoop }: Attempt,
  after: ActivityKey | null,
  before: ActivityKey | null,
): Promise<void> {
  const within = `
    where (?1 is null or (known_interaction.id, activity.id) > (?1, ?2))
    and (?3 is null or (known_interaction.id, activity.id) < (?3, ?4))`;
  const bounds = [...(after ?? [null, null]), ...(before ?? [null, null])];
  for (const keys of inKeyChunks(scratch.select<Key>(keysOfSlots(within), ...bounds))) {
    await ask(lockedSlots, keys);
    await yieldToEventLoop();
  }
}

/** Finds the activities that have slots without a host and get their first host from the file. */
export async function loadHostless(attempt: Attempt): Promise<void> {
  await copyKnown(attempt, hostless);
}

const slots: KnownRows<object> = {
  of: ["slot"],
  keys: keysOfSlots(""),
  width: 5,
  rows: slotsOf,
  insert: "insert into known_slot (no, capacity, taken) values (?1, ?2, ?3)",
};

const lockedSlots: KeyedQuestion<object> = {
  width: 5,
  rows: (engine, keys, accountId) => engine.locked(slotsOf(engine, keys, accountId), "slot"),
};

const changedSlots: KnownRows<object> = {
  ...lockedSlots,
  of: ["slot"],
  keys: keysOfSlots(`
    where slot.no in (select no from found_slot)
    and slot.no in (select no from known_slot)`),
  insert: "update known_slot set capacity = ?2, taken = ?3 where no = ?1",
};

function keysOfSlots(condition: string): string {
  return `
    select known_interaction.id, activity.id, slot.host, slot.starting_at, slot.no
    from known_interaction
    join activity on activity.interaction_no = known_interaction.no
    join slot on slot.activity_no = activity.no
    ${condition}
    order by known_interaction.id, activity.id, slot.host, slot.starting_at`;
}

function slotsOf(engine: Engine, keys: KeyTable, accountId: AccountId) {
  return engine.reads
    .selectFrom(keys)
    .crossJoin("slot")
    .select(["key.column5", "slot.capacity", "slot.taken"])
    .where("slot.account_id", "=", accountId)
    .whereRef("slot.interaction_id", "=", "key.column1")
    .whereRef("slot.activity_id", "=", "key.column2")
    .whereRef("slot.host_id", "=", "key.column3")
    .where("slot.starting_at", "=", numberIn("column4"));
}

const hostless: KnownRows<object> = {
  of: ["host"],
  keys: `
    select known_interaction.id, activity.id, activity.no
    from known_interaction
    join activity on activity.interaction_no = known_interaction.no
    where activity.no in (select activity_no from host)
    and activity.no not in (select activity_no from known_host)`,
  width: 3,
  rows: (engine, keys, accountId) =>
    engine.reads
      .selectFrom(keys)
      .crossJoin("slot")
      .select("key.column3")
      .distinct()
      .where("slot.account_id", "=", accountId)
      .whereRef("slot.interaction_id", "=", "key.column1")
      .whereRef("slot.activity_id", "=", "key.column2")
      .where("slot.host_id", "=", ""),
  insert: "insert into known_hostless values (?1)",
};
