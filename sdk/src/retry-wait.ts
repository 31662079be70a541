const firstBackoffMs = 500;
const longestBackoffMs = 30_000;
/** After a `Retry-After`, callers that were refused together repeat at different times. */
const spreadMs = 500;

/**
 * The wait before the next attempt; null when there should be none. Without a `Retry-After` it is exponential
 * backoff with full jitter. A `Retry-After` is kept to the millisecond or, when it exceeds the limit, not
 * waited for at all.
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
