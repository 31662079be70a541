import { sql, type AliasedExpression } from "kysely";
import { columnOf, contentOf, type CatalogueKind } from "../catalogue/catalogue-kinds.ts";
import type { Attempt } from "./attempt.ts";
import { copyKnown, type KnownRows } from "./copy-known.ts";
import { meetingColumns } from "./scratch-tables.ts";

/** Copies the account's groups and campaigns that the file names, with their parts but for slots. */
export async function loadCatalogue(attempt: Attempt): Promise<void> {
  await copyKnown(attempt, groups);
  await copyKnown(attempt, interactions);
  await copyKnown(attempt, interactionIds);
  await copyKnown(attempt, activities);
  await copyKnown(attempt, hosts);
  await loadTicketTypes(attempt);
}

/** May be called again after activities were added; rows that are there stay. */
export async function loadTicketTypes(attempt: Attempt): Promise<void> {
  await copyKnown(attempt, ticketTypes);
}

/** The content of a kind's rows, in the order of the table. */
function content(kind: CatalogueKind): AliasedExpression<unknown, string>[] {
  return contentOf(kind).map(([field]) => sql.ref(`${kind}.${columnOf(kind, field)}`).as(field));
}

/** The columns into which rows of a kind are copied; the content is what is selected last. */
function into(kind: CatalogueKind, ...more: string[]): string {
  const fields = contentOf(kind).map(([field]) => `"${field}"`);
  return `known_${kind} (${[...meetingColumns[kind], ...more, ...fields].join(", ")})`;
}

/** One place for each of so many columns, the first of which is `?from`. */
function places(kind: CatalogueKind, from: number): string {
  return contentOf(kind)
    .map((_, index) => `?${from + index}`)
    .join(", ");
}

const groups: KnownRows<object> = {
  of: ["group"],
  keys: `select unique_key from "group"`,
  width: 1,
  rows: (engine, keys, accountId) =>
    engine.reads
      .selectFrom(keys)
      .crossJoin("group")
      .select("group.unique_key")
      .select(content("group"))
      .where("group.account_id", "=", accountId)
      .whereRef("group.unique_key", "=", "key.column1"),
  insert: `insert into ${into("group")} values (?1, ${places("group", 2)})`,
};

const interactions: KnownRows<object> = {
  of: ["interaction"],
  keys: "select public_key, no from interaction",
  width: 2,
  rows: (engine, keys, accountId) =>
    engine.reads
      .selectFrom(keys)
      .crossJoin("interaction")
      .select(["key.column2", "interaction.id"])
      .select(content("interaction"))
      .where("interaction.account_id", "=", accountId)
      .whereRef("interaction.public_key", "=", "key.column1"),
  insert: `insert into ${into("interaction", "id")} values (?1, ?2, ${places("interaction", 3)})`,
};

const interactionIds: KnownRows<object> = {
  of: ["interaction"],
  keys: "select id from interaction where id is not null",
  width: 1,
  rows: (engine, keys, accountId) =>
    engine.reads
      .selectFrom(keys)
      .crossJoin("interaction")
      .select(["interaction.id", "interaction.public_key"])
      .where("interaction.account_id", "=", accountId)
      .whereRef("interaction.id", "=", "key.column1"),
  insert: "insert into known_interaction_id values (?1, ?2)",
};

const keysOfCampaigns = "select id, no from known_interaction";

const activities: KnownRows<object> = {
  of: ["activity"],
  keys: keysOfCampaigns,
  width: 2,
  rows: (engine, keys, accountId) =>
    engine.reads
      .selectFrom(keys)
      .crossJoin("activity")
      .select(["key.column2", "activity.id"])
      .select(content("activity"))
      .where("activity.account_id", "=", accountId)
      .whereRef("activity.interaction_id", "=", "key.column1"),
  insert: `insert into ${into("activity")} values (?1, ?2, ${places("activity", 3)})`,
};

/** Inserts a row only where the file names its activity. */
const ofNamedActivity = (kind: "host" | "ticket_type") => `
  insert or ignore into ${into(kind)}
  select no, ?3, ${places(kind, 4)}
  from activity
  where interaction_no = ?1
  and id = ?2`;

const hosts: KnownRows<object> = {
  of: ["host"],
  keys: keysOfCampaigns,
  width: 2,
  rows: (engine, keys, accountId) =>
    engine.reads
      .selectFrom(keys)
      .crossJoin("host")
      .select(["key.column2", "host.activity_id", "host.id"])
      .select(content("host"))
      .where("host.account_id", "=", accountId)
      .whereRef("host.interaction_id", "=", "key.column1"),
  insert: ofNamedActivity("host"),
};

const ticketTypes: KnownRows<object> = {
  of: ["ticket_type"],
  keys: keysOfCampaigns,
  width: 2,
  rows: (engine, keys, accountId) =>
    engine.reads
      .selectFrom(keys)
      .crossJoin("ticket_type")
      .select(["key.column2", "ticket_type.activity_id", "ticket_type.id"])
      .select(content("ticket_type"))
      .where("ticket_type.account_id", "=", accountId)
      .whereRef("ticket_type.interaction_id", "=", "key.column1"),
  insert: ofNamedActivity("ticket_type"),
};
