import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { DataLineOf } from "../../domain/data-file/data-line.ts";
import type { LanguageMap } from "../../domain/language.ts";
import type { Tables } from "../tables.ts";
import { keysetPages, rowsPerPage } from "./keyset-pages.ts";

type Reads = Kysely<Tables>;

export async function* groupRows(
  reads: Reads,
  accountId: AccountId,
): AsyncGenerator<DataLineOf<"group">[]> {
  const portions = keysetPages({ unique_key: "" }, (after) =>
    reads
      .selectFrom("group")
      .select(["unique_key", "display_name"])
      .where("account_id", "=", accountId)
      .where("unique_key", ">", after.unique_key)
      .orderBy("unique_key")
      .limit(rowsPerPage)
      .execute(),
  );
  for await (const rows of portions) yield rows.map((row) => ({ kind: "group", ...row }));
}

export async function* interactionRows(
  reads: Reads,
  accountId: AccountId,
): AsyncGenerator<DataLineOf<"interaction">[]> {
  const portions = keysetPages({ id: "" }, (after) =>
    reads
      .selectFrom("interaction")
      .select([
        "id",
        "public_key",
        "group_unique_key as group",
        "timezone",
        "default_language",
        "languages",
        "cancellation_cutoff_minutes",
        "waitlist_promotion",
      ])
      .where("account_id", "=", accountId)
      .where("id", ">", after.id)
      .orderBy("id")
      .limit(rowsPerPage)
      .execute(),
  );
  for await (const rows of portions) {
    yield rows.map((row) => ({
      kind: "interaction",
      ...row,
      languages: JSON.parse(row.languages) as string[],
    }));
  }
}

export async function* activityRows(
  reads: Reads,
  accountId: AccountId,
): AsyncGenerator<DataLineOf<"activity">[]> {
  const portions = keysetPages({ interaction_id: "", id: "" }, (after) =>
    reads
      .selectFrom("activity")
      .innerJoin("interaction", (join) =>
        join
          .onRef("interaction.account_id", "=", "activity.account_id")
          .onRef("interaction.id", "=", "activity.interaction_id"),
      )
      .selectAll("activity")
      .select("interaction.public_key")
      .where("activity.account_id", "=", accountId)
      .where((where) =>
        where(
          where.refTuple("activity.interaction_id", "activity.id"),
          ">",
          where.tuple(after.interaction_id, after.id),
        ),
      )
      .orderBy("activity.interaction_id")
      .orderBy("activity.id")
      .limit(rowsPerPage)
      .execute(),
  );
  for await (const rows of portions) {
    yield rows.map((row) => ({
      kind: "activity",
      interaction: row.public_key,
      id: row.id,
      title: JSON.parse(row.title) as LanguageMap,
      location_hint: JSON.parse(row.location_hint) as LanguageMap,
      slot_duration_in_minutes: row.slot_duration_in_minutes,
    }));
  }
}

const firstOfActivity = { interaction_id: "", activity_id: "", id: "" };

export async function* hostRows(
  reads: Reads,
  accountId: AccountId,
): AsyncGenerator<DataLineOf<"host">[]> {
  const portions = keysetPages(firstOfActivity, (after) =>
    reads
      .selectFrom("host")
      .innerJoin("interaction", (join) =>
        join
          .onRef("interaction.account_id", "=", "host.account_id")
          .onRef("interaction.id", "=", "host.interaction_id"),
      )
      .selectAll("host")
      .select("interaction.public_key")
      .where("host.account_id", "=", accountId)
      .where((where) =>
        where(
          where.refTuple("host.interaction_id", "host.activity_id", "host.id"),
          ">",
          where.tuple(after.interaction_id, after.activity_id, after.id),
        ),
      )
      .orderBy("host.interaction_id")
      .orderBy("host.activity_id")
      .orderBy("host.id")
      .limit(rowsPerPage)
      .execute(),
  );
  for await (const rows of portions) {
    yield rows.map((row) => ({
      kind: "host",
      interaction: row.public_key,
      activity: row.activity_id,
      id: row.id,
      display_name: row.display_name,
      slot_duration_in_minutes: row.slot_duration_in_minutes,
    }));
  }
}

export async function* ticketTypeRows(
  reads: Reads,
  accountId: AccountId,
): AsyncGenerator<DataLineOf<"ticket_type">[]> {
  const portions = keysetPages(firstOfActivity, (after) =>
    reads
      .selectFrom("ticket_type")
      .innerJoin("interaction", (join) =>
        join
          .onRef("interaction.account_id", "=", "ticket_type.account_id")
          .onRef("interaction.id", "=", "ticket_type.interaction_id"),
      )
      .selectAll("ticket_type")
      .select("interaction.public_key")
      .where("ticket_type.account_id", "=", accountId)
      .where((where) =>
        where(
          where.refTuple("ticket_type.interaction_id", "ticket_type.activity_id", "ticket_type.id"),
          ">",
          where.tuple(after.interaction_id, after.activity_id, after.id),
        ),
      )
      .orderBy("ticket_type.interaction_id")
      .orderBy("ticket_type.activity_id")
      .orderBy("ticket_type.id")
      .limit(rowsPerPage)
      .execute(),
  );
  for await (const rows of portions) {
    yield rows.map((row) => ({
      kind: "ticket_type",
      interaction: row.public_key,
      activity: row.activity_id,
      id: row.id,
      display_name: row.display_name,
      has_limited_capacity: row.has_limited_capacity === 1,
    }));
  }
}
