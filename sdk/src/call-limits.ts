import { RequestError } from "./errors.ts";

/** The limits of a call. What a call leaves out is the client's. */
export interface CallLimits {
  /** The time limit of one attempt, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** The time limit of a whole call with its retries and waits, in milliseconds. Default: 30,000. */
  readonly totalTimeoutMs?: number | undefined;
  /** How many times a failed request is sent again. Default: 3; 0 for never. */
  readonly retries?: number | undefined;
  /** A longer `Retry-After` is reported at once instead of waited for. Default: 15,000 milliseconds. */
  readonly maxRetryAfterMs?: number | undefined;
}

/** The options of one call. */
export interface CallOptions extends CallLimits {
  /** Aborts the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The limits with every value known. */
export type Limits = { readonly [Name in keyof CallLimits]-?: number };

export const standardLimits: Limits = {
  timeoutMs: 10_000,
  totalTimeoutMs: 30_000,
  retries: 3,
  maxRetryAfterMs: 15_000,
};

/** The largest delay of timers. */
const longestMs = 2 ** 31 - 1;

/** Reads the limits that are given; `standard` fills the others. Throws a RequestError for a wrong one. */
export function readLimits(given: CallLimits, standard: Limits): Limits {
  const limit = (name: keyof Limits, least: number) => {
    const value = given[name] ?? standard[name];
    if (Number.isInteger(value) && value >= least && value <= longestMs) return value;
    throw new RequestError(`${name} is a whole number from ${least} to ${longestMs}.`, {});
  };
  return {
    timeoutMs: limit("timeoutMs", 1),
    totalTimeoutMs: limit("totalTimeoutMs", 1),
    retries: limit("retries", 0),
    maxRetryAfterMs: limit("maxRetryAfterMs", 0),
  };
}
