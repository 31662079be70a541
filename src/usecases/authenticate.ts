import type { AccountId } from "../domain/account.ts";
import type { AccessRefusal, Refused } from "../domain/refusal.ts";
import { hashSecret, isSecret } from "../domain/secret.ts";
import type { StoredAccessToken } from "../store/doors/access.ts";
import { type KnownAccount, findLiveSecret } from "./directory.ts";

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
 * Finds the caller of a bearer token, synchronously where the token is remembered. A token is valid
 * on its account's hosts only, before its expiry, while its client and its secret live (interface,
 * Authentication 4).
 */
export function authenticate(
  authentication: Authentication,
  account: KnownAccount | null,
  token: string,
  now: number,
): Caller | Refused<AccessRefusal> | Promise<Caller | Refused<AccessRefusal>> {
  if (account === null) return refused;
  const remembered = authentication.verifiedTokens.get(token);
  if (remembered === undefined) return lookUp(authentication, account, token, now);
  if (remembered.expiresAt <= now) authentication.verifiedTokens.forget(token);
  return judge(remembered, account, now);
}

async function lookUp(
  authentication: Authentication,
  account: KnownAccount,
  token: string,
  now: number,
): Promise<Caller | Refused<AccessRefusal>> {
  if (!isSecret("accessToken", token)) return refused;
  const stored = await authentication.findAccessToken(account.id, hashSecret(token));
  if (stored === null) return refused;
  const verified = { accountId: account.id, ...stored };
  if (verified.expiresAt > now) authentication.verifiedTokens.remember(token, verified);
  return judge(verified, account, now);
}

function judge(
  token: VerifiedToken,
  account: KnownAccount,
  now: number,
): Caller | Refused<AccessRefusal> {
  const isGood =
    token.accountId === account.id &&
    token.expiresAt > now &&
    findLiveSecret(account, token, now) !== null;
  return isGood ? { account, clientId: token.clientId } : refused;
}

const refused = { refused: { why: "token-refused" } } as const;

/** The owner of a token that was looked up. */
export interface VerifiedToken {
  readonly accountId: AccountId;
  readonly clientId: string;
  readonly secretId: string;
  /** Milliseconds UTC. */
  readonly expiresAt: number;
}

/** Tokens that a process remembers, at most; beyond that, it forgets the oldest. */
const maxRemembered = 10_000;

/**
 * The tokens that this process has issued or looked up, which saves a query on every call.
 * `authenticate` checks at each call that client and secret still live.
 */
export class VerifiedTokens {
  readonly #tokens = new Map<string, VerifiedToken>();

  get(token: string): VerifiedToken | undefined {
    return this.#tokens.get(token);
  }

  remember(token: string, verified: VerifiedToken): void {
    if (this.#tokens.size >= maxRemembered) {
      const [oldest] = this.#tokens.keys();
      if (oldest !== undefined) this.#tokens.delete(oldest);
    }
    this.#tokens.set(token, verified);
  }

  forget(token: string): void {
    this.#tokens.delete(token);
  }
}
