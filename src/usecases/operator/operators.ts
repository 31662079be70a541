import { randomBytes, randomUUID } from "node:crypto";
import type { AccountName } from "../../domain/account.ts";
import { isOperatorName, type OperatorRole } from "../../domain/operator.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import { formatSecret, hashSecret, secretPrefix } from "../../domain/secret.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { NewOperator, Operator } from "../../store/accounts/operators.ts";
import type { Store } from "../../store/store.ts";
import { identifyAccount, type IdentifiedAccount } from "./identify-account.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

export interface OperatorOrder {
  readonly name: string;
  readonly role: OperatorRole;
  /** Null for every account, present and future. */
  readonly accounts: readonly AccountName[] | null;
}

/** An operator and its key, which is shown only here. */
export interface IssuedOperator {
  readonly operator: Operator;
  readonly key: string;
}

/** Makes an operator: a person or program that may use the operator API and the console. */
export async function createOperator(
  store: Pick<Store, "accounts" | "operators">,
  audit: AuditContext,
  { name, role, accounts }: OperatorOrder,
): Promise<IssuedOperator | Refused<OperatorRefusal>> {
  if (!isOperatorName(name)) return { refused: { why: "operator-name-malformed" } };
  const named: IdentifiedAccount[] = [];
  for (const each of accounts ?? []) {
    const account = await identifyAccount(store, each);
    if (isRefused<OperatorRefusal>(account)) return account;
    if (!named.some(({ id }) => id === account.id)) named.push(account);
  }
  return issue(store, audit, { name, role, accounts: accounts === null ? null : named }, false);
}

/** The name of the first operator, unless another one is chosen. */
export const firstAdminName = "first-admin";

/** Makes the first operator, an admin of all accounts, while there is none. */
export async function createFirstOperator(
  store: Pick<Store, "operators">,
  audit: AuditContext,
  name: string,
): Promise<IssuedOperator | Refused<OperatorRefusal>> {
  if (!isOperatorName(name)) return { refused: { why: "operator-name-malformed" } };
  return issue(store, audit, { name, role: "admin", accounts: null }, true);
}

/** Makes the key and stores its hash. */
async function issue(
  store: Pick<Store, "operators">,
  audit: AuditContext,
  named: Pick<NewOperator, "name" | "role" | "accounts">,
  first: boolean,
): Promise<IssuedOperator | Refused<OperatorRefusal>> {
  const key = formatSecret("operatorKey", randomBytes(32));
  const keyHash = hashSecret(key);
  const operator = { ...named, id: randomUUID(), keyHash, keyPrefix: secretPrefix(key) };
  const created = await store.operators.create(audit, operator, first);
  if (!created) return { refused: { why: "operator-exists", name: named.name } };
  const found = await store.operators.findByKey(keyHash);
  return found === null ? { refused: { why: "unknown-operator" } } : { operator: found, key };
}

/** Ends an operator's key and sessions. Another operator may then get the name. */
export async function revokeOperator(
  store: Pick<Store, "operators">,
  audit: AuditContext,
  name: string,
): Promise<Operator | Refused<OperatorRefusal>> {
  await store.operators.revoke(audit, name);
  const operator = await store.operators.find(name);
  return operator ?? { refused: { why: "unknown-operator" } };
}
