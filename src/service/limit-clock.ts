import type { Settings } from "./settings.ts";

/**
 * The clock of the rate limits' windows, in milliseconds. Within a machine it is the monotonic clock, which
 * all processes share and which nobody sets; nodes that add up their counts in the database have only the
 * time of day in common.
 */
export function limitClock({ sharesRateLimits }: Pick<Settings, "sharesRateLimits">): () => number {
  return sharesRateLimits ? () => Date.now() : () => Number(process.hrtime.bigint() / 1_000_000n);
}
