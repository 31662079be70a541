import type { Attempt } from "./attempt.ts";
import { copyKnown } from "./copy-known.ts";
import { numberIn, type KeyTable } from "./keyed-statement.ts";

/** Copies what the account has of the slots that the file names. Cancels and bookings go on there. */
export function loadSlots(attempt: Attempt): Promise<void> {
  return copyKnown(attempt, {
    keys: keysOfSlots(""),
    width: 5,
    rows: (keys) => slotsOf(attempt, keys),
    insert: "insert into known_slot values (?1, ?2, ?3)",
  });
}

/**
 * Keeps others from the known slots that the file changes until the end, and copies anew what they
 * are now: so late that nobody waits while very many bookings are written.
 */
export function lockSlots(attempt: Attempt): Promise<void> {
  return copyKnown(attempt, {
    keys: keysOfSlots(`
      where slot.no in (select no from found_slot)
      and slot.no in (select no from known_slot)`),
    width: 5,
    rows: (keys) => attempt.locked(slotsOf(attempt, keys), "slot"),
    insert: "update known_slot set capacity = ?2, taken = ?3 where no = ?1",
  });
}

function keysOfSlots(condition: string): string {
  return `
    select known_interaction.id, activity.id, slot.host, slot.starting_at, slot.no
    from known_interaction
    join activity on activity.interaction_no = known_interaction.no
    join slot on slot.activity_no = activity.no
    ${condition}
    order by known_interaction.id, activity.id, slot.host, slot.starting_at`;
}

function slotsOf({ transaction, accountId }: Attempt, keys: KeyTable) {
  return transaction
    .selectFrom(keys)
    .crossJoin("slot")
    .select(["key.column5", "slot.capacity", "slot.taken"])
    .where("slot.account_id", "=", accountId)
    .whereRef("slot.interaction_id", "=", "key.column1")
    .whereRef("slot.activity_id", "=", "key.column2")
    .whereRef("slot.host_id", "=", "key.column3")
    .where("slot.starting_at", "=", numberIn("column4"));
}

/** Finds the activities that have slots without a host and are to get their first host. */
export function loadHostless(attempt: Attempt): Promise<void> {
  return copyKnown(attempt, {
    keys: `
      select known_interaction.id, activity.id, activity.no
      from known_interaction
      join activity on activity.interaction_no = known_interaction.no
      where activity.no in (select activity_no from host)
      and activity.no not in (select activity_no from known_host)`,
    width: 3,
    rows: (keys) =>
      attempt.transaction
        .selectFrom(keys)
        .crossJoin("slot")
        .select("key.column3")
        .distinct()
        .where("slot.account_id", "=", attempt.accountId)
        .whereRef("slot.interaction_id", "=", "key.column1")
        .whereRef("slot.activity_id", "=", "key.column2")
        .where("slot.host_id", "=", ""),
    insert: "insert into known_hostless values (?1)",
  });
}
