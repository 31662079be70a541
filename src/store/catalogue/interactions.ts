import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";

/** A campaign by the caller's name for it: its public key, or the UUID of its resource name. */
export type InteractionScope = { readonly publicKey: string } | { readonly interactionId: string };

/** Finds the campaign of a scope; null when the account has no such campaign. */
export async function findInteraction(
  reads: Kysely<Tables>,
  accountId: AccountId,
  scope: InteractionScope,
): Promise<string | null> {
  const [row] =
    "publicKey" in scope
      ? await byPublicKey(reads, { accountId, publicKey: scope.publicKey })
      : await byId(reads, { accountId, interactionId: scope.interactionId });
  return row?.id ?? null;
}

const byPublicKey = keepStatement((reads, values: { accountId: number; publicKey: string }) =>
  reads
    .selectFrom("interaction")
    .select("id")
    .where("account_id", "=", values.accountId)
    .where("public_key", "=", values.publicKey),
);

const byId = keepStatement((reads, values: { accountId: number; interactionId: string }) =>
  reads
    .selectFrom("interaction")
    .select("id")
    .where("account_id", "=", values.accountId)
    .where("id", "=", values.interactionId),
);

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
