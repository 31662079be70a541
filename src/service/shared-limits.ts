import type { Logger } from "pino";
import type { RateLimit } from "../http/rate-limits/rate-limits.ts";
import { CountsExchange, type LimitCount, CountsHub } from "../http/rate-limits/count-sharing.ts";
import { repeat } from "./repeat.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "../store/store.ts";

export interface OtherNodesParts {
  readonly settings: Pick<Settings, "sharesRateLimits">;
  readonly store: Pick<Store, "rateCounts">;
  readonly logger: Logger;
}

/** The interval at which a node adds its counts to those of the others. */
const shareEveryMs = 250;

/** Shares the counts of a node's processes with other nodes, where `RATE_LIMIT_STORE` is `database`. */
export function shareWithOtherNodes(
  { settings, store, logger }: OtherNodesParts,
  sharing: CountsHub,
): { close(): Promise<void> } {
  if (!settings.sharesRateLimits) return { close: async () => {} };
  return repeat(shareEveryMs, () => sharing.share(store.rateCounts), logger);
}

/** Shares the counts of a node of one process with other nodes, where `RATE_LIMIT_STORE` is `database`. */
export function countWithOtherNodes(
  parts: OtherNodesParts,
  limits: ReadonlyMap<string, RateLimit>,
): { close(): Promise<void> } {
  if (!parts.settings.sharesRateLimits) return { close: async () => {} };
  const now = limitClock(parts.settings);
  const listener = {
    id: 0,
    send: ({ counts }: { readonly counts: readonly LimitCount[] }) => exchange.learn(counts),
  };
  const sharing = new CountsHub(() => [listener], now);
  const exchange = new CountsExchange(
    limits,
    (counts, urgent) => sharing.report(listener.id, counts, urgent),
    now,
  );
  const repeated = shareWithOtherNodes(parts, sharing);
  return {
    close: async () => {
      exchange.close();
      await repeated.close();
    },
  };
}

/**
 * The clock of the rate limits' windows, in milliseconds. Within a machine it is the monotonic clock, which
 * all processes share and which nobody sets; nodes that add up their counts in the database have only the
 * time of day in common.
 */
export function limitClock({ sharesRateLimits }: Pick<Settings, "sharesRateLimits">): () => number {
  return sharesRateLimits ? () => Date.now() : () => Number(process.hrtime.bigint() / 1_000_000n);
}
