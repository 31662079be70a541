import { Counter, Gauge, type Registry } from "prom-client";
import { wasDelivered, type Attempt } from "../../domain/webhooks/delivery.ts";
import type { FullLimit } from "../../domain/fair-places.ts";
import type { WebhookFigures } from "../../store/doors/webhooks.ts";

/** Figures of the webhooks that this process delivers for, and of those that are not active, by their ids. */
export interface WebhookMetrics {
  observeAttempt(webhook: string, attempt: Pick<Attempt, "status">): void;
  show(webhook: string, figures: WebhookFigures, now: number): void;
  /** Posts that had to wait for others. */
  countWait(limit: FullLimit): void;
  /** This process does not deliver for it any more. */
  forget(webhook: string): void;
  /** The webhooks that are not active, by their ids: nobody delivers for them. */
  showIdle(idle: ReadonlyMap<string, IdleWebhook>): void;
}

/** What is shown of a webhook that is not active. */
export interface IdleWebhook {
  readonly failed: number;
  /** When its pause ends it, milliseconds UTC; null where it does not. */
  readonly endsAt: number | null;
}

const limitNames = { ofPart: "webhook", ofAccount: "account", all: "process" } as const;

export function countWebhooks(registers: Registry[]): WebhookMetrics {
  const labelNames = ["webhook"] as const;
  const attempts = new Counter({
    name: "booking_webhook_attempts_total",
    help: "Posts of webhooks, by webhook and outcome: delivered, refused (an answer that is no 2xx), failed (no answer).",
    labelNames: ["webhook", "outcome"] as const,
    registers,
  });
  const lag = new Gauge({
    name: "booking_webhook_lag_seconds",
    help: "Age of the oldest change that a webhook has not delivered and still tries.",
    labelNames,
    registers,
  });
  const waiting = new Gauge({
    name: "booking_webhook_waiting",
    help: "Deliveries of a webhook that wait to be sent, or sent again.",
    labelNames,
    registers,
  });
  const failed = new Gauge({
    name: "booking_webhook_failed",
    help: "Deliveries of a webhook that have failed for three days; later changes of their bookings wait for a person.",
    labelNames,
    registers,
  });
  const ends = new Gauge({
    name: "booking_webhook_ends_timestamp_seconds",
    help: "When a paused webhook ends, because changes that it has not taken are not kept for longer.",
    labelNames,
    registers,
  });
  let shownIdle: readonly string[] = [];
  return {
    observeAttempt: (webhook, { status }) => {
      const undelivered = status === null ? "failed" : "refused";
      attempts.inc({ webhook, outcome: wasDelivered({ status }) ? "delivered" : undelivered });
    },
    show: (webhook, figures, now) => {
      const oldestMs = figures.oldestAt === null ? 0 : Math.max(0, now - figures.oldestAt);
      lag.set({ webhook }, oldestMs / 1000);
      waiting.set({ webhook }, figures.waiting);
      failed.set({ webhook }, figures.failed);
    },
    countWait: countWaits(registers),
    forget: (webhook) => {
      for (const gauge of [lag, waiting, failed]) gauge.remove({ webhook });
    },
    showIdle: (idle) => {
      // One that is active again is shown by its holder.
      for (const webhook of shownIdle) {
        ends.remove({ webhook });
        if (!idle.has(webhook)) failed.remove({ webhook });
      }
      for (const [webhook, { failed: count, endsAt }] of idle) {
        failed.set({ webhook }, count);
        if (endsAt !== null) ends.set({ webhook }, endsAt / 1000);
      }
      shownIdle = [...idle.keys()];
    },
  };
}

function countWaits(registers: Registry[]): WebhookMetrics["countWait"] {
  const waits = new Counter({
    name: "booking_webhook_post_waits_total",
    help: "Posts of webhooks that had to wait for others, by limit: webhook, account, process.",
    labelNames: ["limit"] as const,
    registers,
  });
  return (limit) => waits.inc({ limit: limitNames[limit] });
}
