import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { everyAccount, keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";

/** A campaign by the caller's name for it: its public key, or the UUID of its resource name. */
export type InteractionScope = { readonly publicKey: string } | { readonly interactionId: string };

/** Finds the number of a scope's campaign; null when the account has no such campaign. */
export async function findInteraction(
  reads: Kysely<Tables>,
  accountId: AccountId,
  scope: InteractionScope,
): Promise<number | null> {
  const [row] =
    "publicKey" in scope
      ? await byPublicKey(reads, { accountId, publicKey: scope.publicKey })
      : await byId(reads, { accountId, interactionId: scope.interactionId });
  return row?.number ?? null;
}

const byPublicKey = keepStatement((reads, values: { accountId: AccountId; publicKey: string }) =>
  reads
    .selectFrom("interaction")
    .select("number")
    .where("account_id", "=", values.accountId)
    .where("public_key", "=", values.publicKey),
);

const byId = keepStatement((reads, values: { accountId: AccountId; interactionId: string }) =>
  reads
    .selectFrom("interaction")
    .select("number")
    .where("account_id", "=", values.accountId)
    .where("id", "=", values.interactionId),
);

/** The time zone that all of the campaigns have; null where there are several, or no campaign. */
export async function findSharedTimezone(
  reads: Kysely<Tables>,
  among: {
    readonly accountIds: readonly AccountId[] | null;
    readonly publicKeys: readonly string[] | null;
  },
): Promise<string | null> {
  const { accountIds, publicKeys } = among;
  const zones = await reads
    .selectFrom("interaction")
    .select("timezone")
    .distinct()
    .modifyFront(everyAccount)
    .$if(accountIds !== null, (query) => query.where("account_id", "in", accountIds ?? []))
    .$if(publicKeys !== null, (query) => query.where("public_key", "in", publicKeys ?? []))
    .limit(2)
    .execute();
  return zones.length === 1 ? (zones[0]?.timezone ?? null) : null;
}

/** Those of the public keys that a campaign of these accounts has, or of any account. */
export async function findPublicKeys(
  reads: Kysely<Tables>,
  accountIds: readonly AccountId[] | null,
  publicKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await reads
    .selectFrom("interaction")
    .select("public_key")
    .distinct()
    .modifyFront(everyAccount)
    .$if(accountIds !== null, (query) => query.where("account_id", "in", accountIds ?? []))
    .where("public_key", "in", publicKeys)
    .execute();
  return new Set(rows.map((row) => row.public_key));
}

/** A campaign with its time zone, an IANA name. */
export interface Campaign {
  readonly publicKey: string;
  readonly timezone: string;
}

/** Finds the account's campaigns, by public key. */
export function findCampaigns(reads: Kysely<Tables>, accountId: AccountId): Promise<Campaign[]> {
  return reads
    .selectFrom("interaction")
    .select(["public_key as publicKey", "timezone"])
    .where("account_id", "=", accountId)
    .orderBy("public_key")
    .execute();
}
