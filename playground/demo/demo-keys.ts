import { scopesOf, unlimited, type Rights } from "../../src/domain/operator.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import { issueOperator } from "../../src/operations/access/operators.ts";
import type { Account, AuditContext } from "../../src/store/doors/access.ts";
import type { Store } from "../../src/store/store.ts";

const pageName = "account-page";
const adminName = "first-admin";

/**
 * The key by which the demo's account page books: a new one at each start, because the one before cannot be read again.
 * Where there is no admin yet, one is made before it, whom the link of the console signs in: the link of an installation
 * without operators makes the first one, and there is one now.
 */
export async function keyOfPage(
  store: Pick<Store, "operators">,
  audit: AuditContext,
  account: Account,
): Promise<string> {
  const { operators } = store;
  if ((await operators.keyHashOfAdmin()) === null) {
    const admin: Rights = { role: "admin", scopes: scopesOf("admin"), ...unlimited };
    await makeOperator(store, audit, { name: adminName, accounts: null, ...admin });
  }
  const before = await operators.find(pageName);
  if (before !== null && before.revokedAt === null) await operators.revoke(audit, before);
  const selling: Rights = { role: null, scopes: ["book"], ...unlimited };
  return makeOperator(store, audit, { name: pageName, accounts: [account], ...selling });
}

async function makeOperator(
  store: Pick<Store, "operators">,
  audit: AuditContext,
  order: Parameters<typeof issueOperator>[2],
): Promise<string> {
  const issued = await issueOperator({ store }, audit, order, false);
  if (isRefused(issued)) throw new Error(`The demo has no key: ${issued.refused.why}.`);
  return issued.key;
}
