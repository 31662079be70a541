import type { AccountId } from "../domain/account.ts";
import type { AccessRefusal, Refused } from "../domain/refusal.ts";
import { hashSecret, isSecret } from "../domain/secret.ts";
import type { StoredAccessToken } from "../store/access-tokens.ts";
import type { KnownAccount } from "./directory.ts";
import { findLiveSecret } from "./live-secret.ts";
import type { VerifiedTokens } from "./verified-tokens.ts";

export interface Authentication {
  readonly verifiedTokens: VerifiedTokens;
  findAccessToken(accountId: AccountId, hash: string): Promise<StoredAccessToken | null>;
}

/** The caller of a request: a client of the account that the request's host belongs to. */
export interface Caller {
  readonly account: KnownAccount;
  readonly clientId: string;
}

/**
 * Finds out whose a bearer token is. It counts on the account's own hosts only, before its expiry,
 * while its client and the secret that it was issued for live (interface, Authentication 4).
 */
export async function authenticate(
  authentication: Authentication,
  account: KnownAccount | null,
  token: string,
  now: number,
): Promise<Caller | Refused<AccessRefusal>> {
  if (account === null || !isSecret("accessToken", token)) return refused;
  const verified = await verify(authentication, account.id, token);
  if (verified === null || verified.accountId !== account.id) return refused;
  if (verified.expiresAt <= now) {
    authentication.verifiedTokens.forget(token);
    return refused;
  }
  if (findLiveSecret(account, verified.clientId, verified.secretId, now) === null) return refused;
  return { account, clientId: verified.clientId };
}

const refused = { refused: { why: "token-refused" } } as const;

async function verify(authentication: Authentication, accountId: AccountId, token: string) {
  const remembered = authentication.verifiedTokens.get(token);
  if (remembered !== undefined) return remembered;
  const stored = await authentication.findAccessToken(accountId, hashSecret(token));
  if (stored === null) return null;
  const verified = { accountId, ...stored };
  authentication.verifiedTokens.remember(token, verified);
  return verified;
}
