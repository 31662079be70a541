import { randomBytes, randomUUID } from "node:crypto";
import { formatAccountName, type AccountName } from "../../domain/account.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import { formatSecret, hashSecret, secretPrefix } from "../../domain/secret.ts";
import type { AuditContext } from "../../store/accounts/audit.ts";
import type { Credential, NewSecret } from "../../store/accounts/credentials.ts";
import type { Store } from "../../store/store.ts";
import { findAccount } from "./find-account.ts";
import { refuseLabel } from "./label-client.ts";
import type { OperatorRefusal } from "./operator-refusal.ts";

/** The credentials with which a caller obtains tokens. The secret is shown only here. */
export interface IssuedCredential {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly audience: string;
  readonly account: string;
}

/** Makes a client of an account. The audience defaults to `https://` and the first API host. */
export async function createCredential(
  store: Pick<Store, "accounts" | "credentials">,
  audit: AuditContext,
  name: AccountName,
  wantedAudience: string | null,
  label: string | null = null,
): Promise<IssuedCredential | Refused<OperatorRefusal>> {
  const malformed = refuseLabel(label, audit.now);
  if (malformed !== null) return malformed;
  const account = await findAccount(store, name);
  if (isRefused<OperatorRefusal>(account)) return account;
  const audience = wantedAudience ?? `https://${account.apiHosts[0] ?? "localhost"}`;
  const clientId = `bsc_${randomBytes(15).toString("base64url")}`;
  const { clientSecret, stored } = newSecret();
  await store.credentials.create(audit, account.id, { clientId, audience, label }, stored);
  return { clientId, clientSecret, audience, account: formatAccountName(name) };
}

/**
 * Gives a client a new secret. The old secret and its tokens live for the overlap, in milliseconds; 0 for an
 * emergency (A33).
 */
export async function rotateCredential(
  store: Pick<Store, "credentials">,
  audit: AuditContext,
  clientId: string,
  overlapMs: number,
): Promise<IssuedCredential | Refused<OperatorRefusal>> {
  const credential = await store.credentials.find(clientId);
  if (credential === null) return { refused: { why: "unknown-client" } };
  const { clientSecret, stored } = newSecret();
  const refused = await store.credentials.rotate(audit, credential, stored, overlapMs);
  if (refused !== null) return refused;
  const { audience, account } = credential;
  return { clientId, clientSecret, audience, account: formatAccountName(account) };
}

/** A client that is revoked now. */
export interface RevokedCredential extends Credential {
  /** Whether it was revoked before, so that nothing changed. */
  readonly wasRevoked: boolean;
}

/** Ends a client, its secrets and its tokens at once. Revoking it again changes nothing. */
export async function revokeCredential(
  store: Pick<Store, "credentials">,
  audit: AuditContext,
  clientId: string,
): Promise<RevokedCredential | Refused<OperatorRefusal>> {
  const credential = await store.credentials.find(clientId);
  if (credential === null) return { refused: { why: "unknown-client" } };
  const wasRevoked = !(await store.credentials.revoke(audit, credential));
  return { ...((await store.credentials.find(clientId)) ?? credential), wasRevoked };
}

function newSecret(): { clientSecret: string; stored: NewSecret } {
  const clientSecret = formatSecret("clientSecret", randomBytes(32));
  const stored = {
    id: randomUUID(),
    hash: hashSecret(clientSecret),
    prefix: secretPrefix(clientSecret),
  };
  return { clientSecret, stored };
}
