import type { Attempt } from "./attempt.ts";
import { copyKnown } from "./copy-known.ts";
import { numberIn } from "./keyed-statement.ts";

/** Copies what the account has of the slots that the file names. */
export function loadSlots(attempt: Attempt): Promise<void> {
  return copyKnown(attempt, {
    keys: `
      select known_interaction.id, activity.id, slot.host, slot.starting_at, slot.no
      from known_interaction
      join activity on activity.interaction_no = known_interaction.no
      join slot on slot.activity_no = activity.no
      order by known_interaction.id, activity.id, slot.host, slot.starting_at`,
    width: 5,
    rows: (keys) =>
      attempt.locked(
        attempt.transaction
          .selectFrom(keys)
          .crossJoin("slot")
          .select(["key.column5", "slot.capacity", "slot.taken"])
          .where("slot.account_id", "=", attempt.accountId)
          .whereRef("slot.interaction_id", "=", "key.column1")
          .whereRef("slot.activity_id", "=", "key.column2")
          .whereRef("slot.host_id", "=", "key.column3")
          .where("slot.starting_at", "=", numberIn("column4")),
        "slot",
      ),
    insert: "insert into known_slot values (?1, ?2, ?3)",
  });
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
