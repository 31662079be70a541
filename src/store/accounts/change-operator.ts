import type { AccountLimitReached } from "../../domain/account-limits.ts";
import type { Rights } from "../../domain/operator.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { Engine } from "../engine.ts";
import { recordAudit, type AuditContext } from "./audit.ts";
import { keepDirectory } from "./directory.ts";
import { refuseTooMany } from "./ended-operators.ts";
import { isLastAdmin, type LastAdmin } from "./last-admin.ts";
import { giveAccounts, tell, withAccounts, type Operator } from "./operators.ts";
import { limitedKey, rightsRow } from "./stored-rights.ts";

/** The rights that an operator has from now on. */
export type NewRights = Rights & Pick<Operator, "accounts">;

type Refusal = AccountLimitReached | LastAdmin | { readonly why: "unknown-operator" };

/**
 * Changes what a live operator may do. `decide` sees the operator as it is under the lock, under which operators are made,
 * changed and revoked. The key and its sessions stay: both are looked up at each request. Refused where nobody would be an
 * admin of everything any more.
 */
export function changeOperator<R>(
  engine: Engine,
  audit: AuditContext,
  id: string,
  decide: (operator: Operator) => NewRights | Refused<R>,
): Promise<Operator | Refused<Refusal | R>> {
  return engine.write(async (transaction): Promise<Operator | Refused<Refusal | R>> => {
    await keepDirectory(transaction, engine.locked);
    const rows = await transaction
      .selectFrom("operator")
      .selectAll()
      .where("id", "=", id)
      .where("revoked_at", "is", null)
      .execute();
    const [row] = rows;
    const [before] = await withAccounts(transaction, rows);
    if (row === undefined || before === undefined) return { refused: { why: "unknown-operator" } };
    const rights = decide(before);
    if (isRefused<R>(rights)) return rights;
    const after = { ...before, ...rights };
    const change = { before: tell(before), after: tell(after) };
    if (JSON.stringify(change.before) === JSON.stringify(change.after)) return before;
    if (!isAdminOfAll(after) && (await isLastAdmin(transaction, id))) {
      return { refused: { why: "last-admin" } };
    }
    const most = engine.limits.operators;
    const full = await refuseTooMany(transaction, addedAccounts(before, after), most, audit.now);
    if (full !== null) return full;
    await transaction
      .updateTable("operator")
      .set({
        ...rightsRow(after, row.key_hash.replace(limitedKey, "")),
        all_accounts: after.accounts === null ? 1 : 0,
      })
      .where("id", "=", id)
      .execute();
    await transaction.deleteFrom("operator_account").where("operator_id", "=", id).execute();
    await giveAccounts(transaction, id, after.accounts);
    await recordAudit(transaction, audit, "operator changed", null, before.name, change);
    return after;
  });
}

/** Those that the operator did not have before; null for all. */
function addedAccounts(before: Operator, after: Operator): Operator["accounts"] {
  if (after.accounts === null) return before.accounts === null ? [] : null;
  const had = new Set(before.accounts?.map(({ id }) => id));
  return after.accounts.filter(({ id }) => !had.has(id));
}

/** An admin of all accounts and campaigns, whose key has no end. */
function isAdminOfAll({ role, accounts, interactions, expiresAt }: NewRights): boolean {
  return role === "admin" && accounts === null && interactions === null && expiresAt === null;
}
