import type { StoredToken } from "./token-store.ts";

/** Before the end, but never before nine tenths of the life are over (decision A32). */
const renewBeforeEndMs = 60_000;
const renewAtShareOfLife = 0.9;

/**
 * When to renew a token: from 60 seconds before its end, or 90 % of its life where that is later. The
 * moment is spread over half of what is left then, so that processes which started together do not
 * renew together.
 */
export function renewalTime(token: StoredToken, random: number): number {
  const life = token.expiresAt - token.firstSeenAt;
  const earliest = Math.max(
    token.firstSeenAt + life * renewAtShareOfLife,
    token.expiresAt - renewBeforeEndMs,
  );
  return earliest + ((token.expiresAt - earliest) / 2) * random;
}

/** When to try again after a renewal that brought no younger token: in half of what is left. */
export function nextRenewalTime(token: StoredToken, now: number): number {
  return now + Math.max(1000, (token.expiresAt - now) / 2);
}
