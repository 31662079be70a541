import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { LanguageMap } from "../../domain/language.ts";
import type { Tables } from "../tables.ts";
import type { CatalogueLine } from "./catalogue-kinds.ts";

/** What the account has under the key of this line; null when there is nothing. */
export async function readLine(
  database: Kysely<Tables>,
  accountId: AccountId,
  line: CatalogueLine,
): Promise<CatalogueLine | null> {
  if (line.kind === "group") return readGroup(database, accountId, line);
  const publicKey = line.kind === "interaction" ? line.public_key : line.interaction;
  const interaction = await database
    .selectFrom("interaction")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("public_key", "=", publicKey)
    .executeTakeFirst();
  if (interaction === undefined) return null;
  if (line.kind === "interaction") return toInteractionLine(interaction);
  const campaign = { account_id: accountId, interaction_id: interaction.id } as const;
  if (line.kind === "slot") return readSlot(database, campaign, line);
  return readPart(database, campaign, line);
}

interface OfCampaign {
  readonly account_id: AccountId;
  readonly interaction_id: string;
}

type LineOf<Kind> = Extract<CatalogueLine, { readonly kind: Kind }>;

async function readGroup(
  database: Kysely<Tables>,
  accountId: AccountId,
  line: LineOf<"group">,
): Promise<CatalogueLine | null> {
  const row = await database
    .selectFrom("group")
    .select("display_name")
    .where("account_id", "=", accountId)
    .where("unique_key", "=", line.unique_key)
    .executeTakeFirst();
  return row === undefined ? null : { ...line, display_name: row.display_name };
}

function toInteractionLine(row: Tables["interaction"]): CatalogueLine {
  return {
    kind: "interaction",
    public_key: row.public_key,
    id: row.id,
    group: row.group_unique_key,
    timezone: row.timezone,
    default_language: row.default_language,
    languages: JSON.parse(row.languages) as string[],
    cancellation_cutoff_minutes: row.cancellation_cutoff_minutes,
    waitlist_promotion: row.waitlist_promotion,
  };
}

async function readSlot(
  database: Kysely<Tables>,
  campaign: OfCampaign,
  line: LineOf<"slot">,
): Promise<CatalogueLine | null> {
  const row = await database
    .selectFrom("slot")
    .select("capacity")
    .where((where) => where.and(campaign))
    .where("activity_id", "=", line.activity)
    .where("host_id", "=", line.host ?? "")
    .where("starting_at", "=", line.starting_at)
    .executeTakeFirst();
  return row === undefined ? null : { ...line, capacity: row.capacity };
}

async function readPart(
  database: Kysely<Tables>,
  campaign: OfCampaign,
  line: LineOf<"activity" | "host" | "ticket_type">,
): Promise<CatalogueLine | null> {
  if (line.kind === "activity") {
    const row = await database
      .selectFrom("activity")
      .select(["title", "location_hint", "slot_duration_in_minutes"])
      .where((where) => where.and({ ...campaign, id: line.id }))
      .executeTakeFirst();
    return row === undefined
      ? null
      : {
          ...line,
          title: JSON.parse(row.title) as LanguageMap,
          location_hint: JSON.parse(row.location_hint) as LanguageMap,
          slot_duration_in_minutes: row.slot_duration_in_minutes,
        };
  }
  const key = { ...campaign, activity_id: line.activity, id: line.id } as const;
  if (line.kind === "host") {
    const row = await database
      .selectFrom("host")
      .select(["display_name", "slot_duration_in_minutes"])
      .where((where) => where.and(key))
      .executeTakeFirst();
    return row === undefined ? null : { ...line, ...row };
  }
  const row = await database
    .selectFrom("ticket_type")
    .select(["display_name", "has_limited_capacity"])
    .where((where) => where.and(key))
    .executeTakeFirst();
  return row === undefined
    ? null
    : {
        ...line,
        display_name: row.display_name,
        has_limited_capacity: row.has_limited_capacity === 1,
      };
}
