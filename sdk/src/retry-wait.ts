const firstBackoffMs = 500;
const longestBackoffMs = 30_000;
/** After a `Retry-After`, callers that were refused together come back apart. */
const spreadMs = 500;

/**
 * How long to wait before the next attempt, or null when there should be none. Without a word from
 * the service it is exponential backoff with full jitter; a `Retry-After` is kept to the millisecond
 * or, when it is longer than allowed, not waited for at all.
 */
export function retryWaitMs(given: {
  /** Failed attempts so far, from 1. */
  readonly faults: number;
  readonly retries: number;
  readonly retryAfterMs: number | null;
  readonly maxRetryAfterMs: number;
  readonly remainingMs: number;
  /** From 0 to 1. */
  readonly random: number;
}): number | null {
  if (given.faults > given.retries) return null;
  const asked = given.retryAfterMs;
  if (asked !== null && asked > given.maxRetryAfterMs) return null;
  const ceiling = Math.min(longestBackoffMs, firstBackoffMs * 2 ** (given.faults - 1));
  const wait = asked === null ? ceiling * given.random : asked + spreadMs * given.random;
  return wait < given.remainingMs ? wait : null;
}
