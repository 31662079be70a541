import type { Attempt } from "./attempt.ts";
import { copyKnown } from "./copy-known.ts";

/** Copies what the account has of the groups and campaigns that the file names; slots are apart. */
export async function loadCatalogue(attempt: Attempt): Promise<void> {
  await loadGroups(attempt);
  await loadInteractions(attempt);
  await loadInteractionIds(attempt);
  await loadActivities(attempt);
  await loadHosts(attempt);
  await loadTicketTypes(attempt);
}

function loadGroups(attempt: Attempt): Promise<void> {
  return copyKnown(attempt, {
    keys: `select unique_key from "group"`,
    width: 1,
    rows: (keys) =>
      attempt.transaction
        .selectFrom(keys)
        .crossJoin("group")
        .select(["unique_key", "display_name"])
        .where("group.account_id", "=", attempt.accountId)
        .whereRef("group.unique_key", "=", "key.column1"),
    insert: "insert into known_group values (?1, ?2)",
  });
}

function loadInteractions(attempt: Attempt): Promise<void> {
  return copyKnown(attempt, {
    keys: "select public_key, no from interaction",
    width: 2,
    rows: (keys) =>
      attempt.transaction
        .selectFrom(keys)
        .crossJoin("interaction")
        .select([
          "key.column2",
          "id",
          "group_unique_key",
          "timezone",
          "default_language",
          "languages",
          "cancellation_cutoff_minutes",
          "waitlist_promotion",
        ])
        .where("interaction.account_id", "=", attempt.accountId)
        .whereRef("interaction.public_key", "=", "key.column1"),
    insert: "insert into known_interaction values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
  });
}

function loadInteractionIds(attempt: Attempt): Promise<void> {
  return copyKnown(attempt, {
    keys: "select id from interaction where id is not null",
    width: 1,
    rows: (keys) =>
      attempt.transaction
        .selectFrom(keys)
        .crossJoin("interaction")
        .select(["id", "public_key"])
        .where("interaction.account_id", "=", attempt.accountId)
        .whereRef("interaction.id", "=", "key.column1"),
    insert: "insert into known_interaction_id values (?1, ?2)",
  });
}

function loadActivities(attempt: Attempt): Promise<void> {
  return copyKnown(attempt, {
    keys: "select id, no from known_interaction",
    width: 2,
    rows: (keys) =>
      attempt.transaction
        .selectFrom(keys)
        .crossJoin("activity")
        .select(["key.column2", "id", "title", "location_hint", "slot_duration_in_minutes"])
        .where("activity.account_id", "=", attempt.accountId)
        .whereRef("activity.interaction_id", "=", "key.column1"),
    insert: "insert into known_activity values (?1, ?2, ?3, ?4, ?5)",
  });
}

/** Only of activities that the file names; those of others have no bearing on it. */
function loadHosts(attempt: Attempt): Promise<void> {
  return copyKnown(attempt, {
    keys: "select id, no from known_interaction",
    width: 2,
    rows: (keys) =>
      attempt.transaction
        .selectFrom(keys)
        .crossJoin("host")
        .select(["key.column2", "activity_id", "id", "display_name", "slot_duration_in_minutes"])
        .where("host.account_id", "=", attempt.accountId)
        .whereRef("host.interaction_id", "=", "key.column1"),
    insert: `
      insert into known_host
      select no, ?3, ?4, ?5
      from activity
      where interaction_no = ?1
      and id = ?2`,
  });
}

/** Only of activities that the file names. */
function loadTicketTypes(attempt: Attempt): Promise<void> {
  return copyKnown(attempt, {
    keys: "select id, no from known_interaction",
    width: 2,
    rows: (keys) =>
      attempt.transaction
        .selectFrom(keys)
        .crossJoin("ticket_type")
        .select(["key.column2", "activity_id", "id", "display_name", "has_limited_capacity"])
        .where("ticket_type.account_id", "=", attempt.accountId)
        .whereRef("ticket_type.interaction_id", "=", "key.column1"),
    insert: `
      insert into known_ticket_type
      select no, ?3, ?4, ?5
      from activity
      where interaction_no = ?1
      and id = ?2`,
  });
}
