import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { limitReached, type AccountLimitReached } from "../../domain/account-limits.ts";
import type { Refused } from "../../domain/refusal.ts";
import type { Tables } from "../tables.ts";
import { rightsOf } from "./stored-rights.ts";

/** The operators of an account, or of all, whose key has ended and who are still shown. The audit log names every one. */
const endedKept = 1_000;

/** Refuses one more operator of these accounts, or of all, where one of them has as many as it may. */
export async function refuseTooMany(
  transaction: Kysely<Tables>,
  accounts: readonly { readonly id: AccountId }[] | null,
  most: number,
  now: number,
): Promise<Refused<AccountLimitReached> | null> {
  for (const accountId of accounts?.map(({ id }) => id) ?? [null]) {
    if ((await forgetEnded(transaction, accountId, now)) < most) continue;
    const { refused } = limitReached("operators", most);
    return { refused: accountId === null ? { ...refused, isOfAll: true } : refused };
  }
  return null;
}

/** Counts the live operators of an account, or of all accounts, and forgets those that ended longest ago. */
async function forgetEnded(
  transaction: Kysely<Tables>,
  accountId: AccountId | null,
  now: number,
): Promise<number> {
  const rows = await transaction
    .selectFrom("operator")
    .select(["id", "role", "limits", "revoked_at"])
    .where((where) =>
      accountId === null
        ? where("all_accounts", "=", 1)
        : where("id", "in", (select) =>
            select
              .selectFrom("operator_account")
              .select("operator_id")
              .where("account_id", "=", accountId),
          ),
    )
    .execute();
  const endOf = ({ revoked_at: revokedAt, ...row }: (typeof rows)[number]) =>
    revokedAt ?? rightsOf(row).expiresAt ?? Infinity;
  const ended = rows
    .map((row) => ({ id: row.id, endedAt: endOf(row) }))
    .filter(({ endedAt }) => endedAt <= now);
  const forgotten = ended
    .toSorted((one, other) => other.endedAt - one.endedAt)
    .slice(endedKept)
    .map(({ id }) => id);
  if (forgotten.length > 0) {
    await transaction
      .deleteFrom("operator_account")
      .where("operator_id", "in", forgotten)
      .execute();
    await transaction.deleteFrom("operator").where("id", "in", forgotten).execute();
  }
  return rows.length - ended.length;
}
