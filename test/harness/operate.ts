import { formatAccountName, type AccountName, type Endpoint } from "../../src/domain/account.ts";
import type { OperatorRole, OperatorScope } from "../../src/domain/operator.ts";
import { isRefused, type Refused } from "../../src/domain/refusal.ts";
import { runHere } from "../../src/cli/running/ask-here.ts";
import { operations } from "../../src/operations/all.ts";
import type { Values } from "../../src/operations/machinery/operation.ts";
import type { AnyRefusal } from "../../src/operations/machinery/problems.ts";
import type { Account } from "../../src/store/accounts/accounts.ts";
import type { AuditContext } from "../../src/store/accounts/audit.ts";
import type { Store } from "../../src/store/store.ts";

type Answer<T> = T | Refused<AnyRefusal>;

interface Sent {
  readonly audit: AuditContext;
  readonly ifMatch?: string;
}

const changesRetentionDays = 7;

/** Runs one operation of operators on a store, as its command does, and returns the JSON of its answer. */
export async function operate(
  store: Store,
  name: string,
  values: Values,
  sent: Sent,
): Promise<Answer<any>> {
  const operation = operations.find((each) => each.name === name);
  if (operation === undefined) throw new Error(`No operation is called ${name}.`);
  const answer = await runHere({ store, changesRetentionDays }, operation, values, sent);
  return isRefused<AnyRefusal>(answer) ? answer : answer.body;
}

export async function createAccount(
  store: Store,
  audit: AuditContext,
  name: AccountName,
  apiHosts: readonly string[],
  enabledEndpoints: readonly Endpoint[],
): Promise<Answer<Account>> {
  const account = formatAccountName(name);
  const values = { account, api_hosts: apiHosts, enabled_endpoints: enabledEndpoints };
  const made = await operate(store, "createAccount", values, { audit });
  return isRefused<AnyRefusal>(made) ? made : known(await store.accounts.find(name));
}

export function addApiHost(store: Store, audit: AuditContext, name: AccountName, host: string) {
  return operate(store, "addApiHost", { ...name, host }, { audit });
}

export function switchEndpoint(
  store: Store,
  audit: AuditContext,
  name: AccountName,
  endpoint: Endpoint,
  enabled: boolean,
) {
  const operation = enabled ? "enableEndpoint" : "disableEndpoint";
  return operate(store, operation, { ...name, endpoint }, { audit });
}

/** Makes an operator; `accounts` null for all of them. */
export function createOperator(
  store: Store,
  audit: AuditContext,
  order: {
    readonly name: string;
    readonly role?: OperatorRole;
    readonly scopes?: readonly OperatorScope[];
    readonly accounts: readonly AccountName[] | null;
    readonly interactions?: readonly string[] | null;
    readonly expires_at?: string;
  },
): Promise<Answer<{ readonly key: string }>> {
  const accounts = order.accounts?.map(formatAccountName) ?? null;
  return operate(store, "createOperator", { ...order, accounts }, { audit });
}

/** A client whose secret was just made. */
export interface IssuedCredential {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly audience: string;
}

export async function createCredential(
  store: Store,
  audit: AuditContext,
  name: AccountName,
  more: { readonly audience?: string; readonly label?: string } = {},
): Promise<Answer<IssuedCredential>> {
  return issued(await operate(store, "createCredential", { ...name, ...more }, { audit }));
}

export async function rotateCredential(
  store: Store,
  audit: AuditContext,
  client_id: string,
  overlapMs: number,
): Promise<Answer<IssuedCredential>> {
  const values = { ...(await accountOf(store, client_id)), overlap_seconds: overlapMs / 1000 };
  return issued(await operate(store, "rotateCredential", { ...values, client_id }, { audit }));
}

export async function revokeCredential(store: Store, audit: AuditContext, client_id: string) {
  const account = await accountOf(store, client_id);
  return operate(store, "revokeCredential", { ...account, client_id }, { audit });
}

async function accountOf(store: Store, clientId: string): Promise<AccountName> {
  return known(await store.credentials.find(clientId)).account;
}

function issued(answer: any): Answer<IssuedCredential> {
  if (isRefused<AnyRefusal>(answer)) return answer;
  const { client_id: clientId, client_secret: clientSecret, audience } = answer;
  return { clientId, clientSecret, audience };
}

function known<T>(found: T | null): T {
  if (found === null) throw new Error("What was just made is not there.");
  return found;
}
