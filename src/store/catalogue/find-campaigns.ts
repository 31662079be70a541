import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Tables } from "../tables.ts";

/** A campaign for operators, without its parts. */
export interface Campaign {
  readonly id: string;
  readonly publicKey: string;
  readonly groupUniqueKey: string;
  /** IANA name. */
  readonly timezone: string;
  readonly defaultLanguage: string;
  readonly languages: readonly string[];
  readonly cancellationCutoffMinutes: number | null;
  readonly waitlistPromotion: "manual" | "automatic";
}

/** Finds the account's campaigns, by public key. */
export async function findCampaigns(
  reads: Kysely<Tables>,
  accountId: AccountId,
): Promise<Campaign[]> {
  const rows = await reads
    .selectFrom("interaction")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("public_key")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    publicKey: row.public_key,
    groupUniqueKey: row.group_unique_key,
    timezone: row.timezone,
    defaultLanguage: row.default_language,
    languages: JSON.parse(row.languages) as string[],
    cancellationCutoffMinutes: row.cancellation_cutoff_minutes,
    waitlistPromotion: row.waitlist_promotion,
  }));
}
