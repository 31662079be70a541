import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";

export interface LastAdmin {
  readonly why: "last-admin";
}

/**
 * Whether no other live operator is an admin of all accounts and campaigns whose key has no end. Without one, only the
 * command line on the service's own machine could let somebody in. Asked under the lock of the directory, under which
 * operators are made, changed and revoked.
 */
export async function isLastAdmin(transaction: Kysely<Tables>, id: string): Promise<boolean> {
  const admins = await transaction
    .selectFrom("operator")
    .select("id")
    .where("revoked_at", "is", null)
    .where("role", "=", "admin")
    .where("limits", "is", null)
    .where("all_accounts", "=", 1)
    .limit(2)
    .execute();
  return admins.length === 1 && admins[0]?.id === id;
}
