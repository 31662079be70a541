import type { AccountName } from "../../domain/account.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { Store } from "../../store/store.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";
import { verifyAccount, type AccountViolation, type Verification } from "./verify-account.ts";

/** The verification, and the reason why the engine's own check was not run. */
export type DatabaseVerification = Verification & { readonly engineNotChecked: string | null };

/**
 * Checks the data against every invariant. Without the name of an account, the engine checks its files
 * first: a damaged one may hold data that looks right.
 */
export async function verifyDatabase(
  store: Pick<Store, "accounts" | "account" | "invariants" | "checkEngine">,
  name: AccountName | null,
): Promise<DatabaseVerification | Refused<OperatorRefusal>> {
  const engine = name === null ? await store.checkEngine() : { findings: [], notRun: null };
  const damages = engine.findings.map((message): AccountViolation => ({
    invariant: "database-intact",
    account: null,
    booking: null,
    slot: null,
    message: `The database is damaged: ${message}. Restore a backup.`,
  }));
  // A damaged file may be unreadable.
  const unread = { invariants: store.invariants.names, checked: [], violations: [], cut: [] };
  const found = await verifyAccount(store, name).catch((error: Error) => {
    if (damages.length === 0) throw error;
    return unread;
  });
  if (isRefused<OperatorRefusal>(found)) return found;
  const violations = [...damages, ...found.violations];
  return { ...found, violations, engineNotChecked: engine.notRun };
}
