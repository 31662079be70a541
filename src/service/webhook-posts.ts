import type { Logger } from "pino";
import type { FullLimit } from "../domain/fair-places.ts";
import type { Metrics } from "../operator/metrics.ts";
import { Posts } from "../outgoing/webhooks/posts.ts";
import { webhookPostsMost } from "./connection-limit.ts";
import type { Settings } from "./settings.ts";

const reportEveryMs = 60_000;

interface PostsParts {
  readonly settings: Settings;
  readonly metrics: { readonly webhooks: Pick<Metrics["webhooks"], "countWait"> };
  readonly logger: Logger;
}

/** Posts that wait for a place are counted, and logged at most once a minute for each limit. */
export function openPosts({ settings, metrics, logger }: PostsParts): Posts {
  const limits = {
    ofPart: settings.webhookPostsPerWebhook,
    ofAccount: settings.webhookPostsPerAccount,
    all: webhookPostsMost(settings),
  };
  const variables: Record<FullLimit, string> = {
    ofPart: "WEBHOOK_POSTS_PER_WEBHOOK",
    ofAccount: "WEBHOOK_POSTS_PER_ACCOUNT",
    all: "WEBHOOK_POSTS_MAX",
  };
  const reportedAt = new Map<FullLimit, number>();
  return new Posts(limits, (limit) => {
    metrics.webhooks.countWait(limit);
    const now = performance.now();
    if (now - (reportedAt.get(limit) ?? -Infinity) < reportEveryMs) return;
    reportedAt.set(limit, now);
    logger.warn(
      { setting: variables[limit], most: limits[limit] },
      "webhooks' posts wait for others: their receivers are slow, or the limit is low",
    );
  });
}
