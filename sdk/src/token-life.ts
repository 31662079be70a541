import type { StoredToken } from "./token-store.ts";

/**
 * The time before the end at which renewal begins, but never before nine tenths of the life (decision A32).
 */
const renewBeforeEndMs = 60_000;
const renewAtShareOfLife = 0.9;

/**
 * When to renew a token: 60 seconds before its end, or after 90 % of its life where that is later. The moment
 * is spread over half of the remaining time, so that processes which started together do not renew together.
 */
export function renewalTime(token: StoredToken, random: number): number {
  const life = token.expiresAt - token.firstSeenAt;
  const earliest = Math.max(
    token.firstSeenAt + life * renewAtShareOfLife,
    token.expiresAt - renewBeforeEndMs,
  );
  return earliest + ((token.expiresAt - earliest) / 2) * random;
}

/** When to repeat a renewal that brought no younger token: after half of the remaining time. */
export function nextRenewalTime(token: StoredToken, now: number): number {
  return now + Math.max(1000, (token.expiresAt - now) / 2);
}
