import { timingSafeEqual } from "node:crypto";
import type { AccountId } from "../domain/account.ts";
import type { Refused, TokenRefusal } from "../domain/refusal.ts";
import { formatSecret, hashOfNothing, hashSecret } from "../domain/secret.ts";
import type { StoredAccessToken, DirectoryClient, DirectorySecret } from "../store/doors/access.ts";
import { type KnownAccount, isLive } from "./directory.ts";
import type { VerifiedToken, VerifiedTokens } from "./authenticate.ts";

export interface TokenIssuing {
  readonly tokenLifetimeSeconds: number;
  readonly verifiedTokens: VerifiedTokens;
  readonly issuedTokens: IssuedTokens;
  /** Cryptographic randomness. */
  randomBytes(count: number): Buffer;
  saveAccessToken(accountId: AccountId, token: StoredAccessToken): Promise<void>;
}

export interface TokenRequest {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Null for the audience of the credential, whichever it is. */
  readonly audience: string | null;
}

export interface IssuedToken {
  readonly accessToken: string;
  readonly issuedAt: number;
  /** Seconds, counted from the first response with this token. */
  readonly expiresIn: number;
}

/** The newest token of each secret, by the secret's id. */
export type IssuedTokens = Map<string, Promise<IssuedToken>>;

/**
 * A token is issued again this long after its issue, or for a tenth of its lifetime where that is less.
 * A client that counts from its own receipt overruns the token's end by no more than this (decision A31).
 */
const repeatedForMs = 5_000;

/**
 * Exchanges a client's credentials for a bearer token. Requests that come shortly after one another get the
 * same token with the same expires_in (interface, Endpoints 1; decision A31).
 */
export async function issueToken(
  issuing: TokenIssuing,
  account: KnownAccount | null,
  request: TokenRequest,
  now: number,
): Promise<IssuedToken | Refused<TokenRefusal>> {
  const client = account?.clients.get(request.clientId);
  const secret = findMatchingSecret(client, request.clientSecret, now);
  if (account === null || client === undefined || secret === null) return credentialsRefused;
  if (request.audience !== null && client.audience !== request.audience) return credentialsRefused;

  let known = issuing.issuedTokens.get(secret.id);
  while (known !== undefined) {
    const token = await known;
    if (isFresh(token, secret, now)) return token;
    // Another request may have replaced the old token meanwhile. From this look to `set` nothing is awaited.
    const newest = issuing.issuedTokens.get(secret.id);
    if (newest === known) break;
    known = newest;
  }

  const lifetimeSeconds = lifetimeUnder(issuing.tokenLifetimeSeconds, secret, now);
  if (lifetimeSeconds < 1) return credentialsRefused;
  const owner = { accountId: account.id, clientId: client.clientId, secretId: secret.id };
  const issued = mint(issuing, owner, lifetimeSeconds, now);
  // Concurrent requests share this promise; a failed one is removed, unless another has its place.
  issuing.issuedTokens.set(secret.id, issued);
  issued.catch(() => {
    if (issuing.issuedTokens.get(secret.id) === issued) issuing.issuedTokens.delete(secret.id);
  });
  return issued;
}

const credentialsRefused = { refused: { why: "credentials-refused" } } as const;

/**
 * Compares a secret with those of a client. The secret of an unknown client is compared too, so that the time does not
 * tell whether the client exists.
 */
function findMatchingSecret(
  client: DirectoryClient | undefined,
  clientSecret: string,
  now: number,
): DirectorySecret | null {
  const given = Buffer.from(hashSecret(clientSecret));
  let match: DirectorySecret | null = null;
  for (const secret of client?.secrets ?? nobodysSecrets) {
    if (timingSafeEqual(given, Buffer.from(secret.hash)) && isLive(secret, now)) match = secret;
  }
  return match;
}

const nobodysSecrets: readonly DirectorySecret[] = [{ id: "", hash: hashOfNothing, expiresAt: 0 }];

function isFresh(token: IssuedToken, secret: DirectorySecret, now: number): boolean {
  const endsAt = token.issuedAt + token.expiresIn * 1000;
  const secretEndsLater = secret.expiresAt === null || secret.expiresAt >= endsAt;
  const repeatedUntil = token.issuedAt + Math.min(repeatedForMs, token.expiresIn * 100);
  return secretEndsLater && now >= token.issuedAt && now <= repeatedUntil;
}

/** A token's lifetime, which ends no later than its secret; `expires_in` states it. */
function lifetimeUnder(lifetimeSeconds: number, secret: DirectorySecret, now: number): number {
  if (secret.expiresAt === null) return lifetimeSeconds;
  return Math.min(lifetimeSeconds, Math.floor((secret.expiresAt - now) / 1000));
}

async function mint(
  issuing: TokenIssuing,
  { accountId, ...owner }: Omit<VerifiedToken, "expiresAt">,
  expiresIn: number,
  now: number,
): Promise<IssuedToken> {
  const accessToken = formatSecret("accessToken", issuing.randomBytes(32));
  const expiresAt = now + expiresIn * 1000;
  const hash = hashSecret(accessToken);
  await issuing.saveAccessToken(accountId, { hash, ...owner, issuedAt: now, expiresAt });
  issuing.verifiedTokens.remember(accessToken, { accountId, ...owner, expiresAt });
  return { accessToken, issuedAt: now, expiresIn };
}
