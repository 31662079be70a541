import type { AccountLimitReached } from "../../domain/account-limits.ts";
import type { Refused } from "../../domain/refusal.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { Ended } from "../webhooks/attempts.ts";
import type { Delivery, TakenChange } from "../webhooks/deliveries.ts";
import type { DeliveryKey, LoggedDelivery, WebhookFigures } from "../webhooks/delivery-log.ts";
import type { Held, Lease, ReadCursor, UnderLease } from "../webhooks/lease.ts";
import type { Webhook } from "../webhooks/webhooks.ts";

export type { Delivery, TakenChange } from "../webhooks/deliveries.ts";
export type { LoggedDelivery, WebhookFigures } from "../webhooks/delivery-log.ts";
export type { Held, Lease, SeenLease } from "../webhooks/lease.ts";
export type { Webhook } from "../webhooks/webhooks.ts";

/** An account's webhooks, and what the process does that holds a webhook's lease. */
export interface WebhooksDoor {
  readonly webhooks: {
    readonly list: () => Promise<Webhook[]>;
    /** Null for an unknown webhook. */
    readonly find: (id: string) => Promise<Webhook | null>;
    /** When the oldest change was recorded that a webhook has not taken from the feed; null where there is none. */
    readonly oldestNotTaken: (
      webhook: Pick<Webhook, "cursor" | "stateAt">,
    ) => Promise<number | null>;
    /** Refused where the account has as many as it may. */
    readonly create: (
      audit: AuditContext,
      webhook: Omit<Webhook, "state" | "reason" | "createdAt" | "stateAt">,
      sealed: string,
    ) => Promise<Refused<AccountLimitReached> | null>;
    /** `cursor` is where it is to go on. False for an unknown webhook. */
    readonly setState: (
      audit: AuditContext,
      order: {
        readonly id: string;
        readonly state: "active" | "paused";
        readonly cursor?: string;
      },
    ) => Promise<boolean>;
    /** The live secrets, newest first, as they are stored. */
    readonly sealedSecrets: (id: string, now: number) => Promise<string[]>;
    /** Adds a secret; the one before goes on for the overlap. False for an unknown webhook. */
    readonly rotate: (
      audit: AuditContext,
      order: { readonly id: string; readonly sealed: string; readonly overlapMs: number },
    ) => Promise<boolean>;
    /** False for an unknown webhook. */
    readonly remove: (audit: AuditContext, id: string) => Promise<boolean>;
    /** Adds a delivery for no change. False for a webhook that is unknown or not active. */
    readonly addTest: (
      webhookId: string,
      test: TakenChange,
      audit: AuditContext,
    ) => Promise<boolean>;
    /** The latest deliveries, newest first. */
    readonly deliveries: (
      webhookId: string,
      filter: { readonly failedOnly: boolean; readonly limit: number },
    ) => Promise<LoggedDelivery[]>;
    readonly count: (webhookId: string) => Promise<WebhookFigures>;
    /** Makes a delivery due again, under its id. False for an unknown one. */
    readonly replay: (audit: AuditContext, key: DeliveryKey) => Promise<boolean>;
    /** Gives up a delivery, so that those behind it are sent. False for one that is unknown or was delivered. */
    readonly giveUp: (audit: AuditContext, key: DeliveryKey) => Promise<boolean>;
  };
  /** What the process that holds a webhook's lease does. */
  readonly sending: {
    /** Null where the lease moved since it was seen. */
    readonly takeLease: (seen: Lease) => Promise<Lease | null>;
    readonly release: (lease: Lease) => Promise<void>;
    /** How the webhook is now; null where the lease is another's. */
    readonly beat: (lease: Lease) => Promise<Held | null>;
    /** How all webhooks that this process holds are now; those whose lease is another's are absent. */
    readonly beatAll: (leases: readonly Lease[]) => Promise<Held[]>;
    /** Returns whose cursors were written: an operator or another holder may have moved some. */
    readonly saveCursors: (moved: readonly ReadCursor[]) => Promise<string[]>;
    /** The webhooks that have deliveries whose time has come. */
    readonly dueWebhooks: (now: number) => Promise<string[]>;
    readonly standStill: (
      lease: Lease,
      order: {
        readonly state: "paused" | "ended";
        readonly reason: string;
        readonly now: number;
      },
    ) => Promise<void>;
    /** Writes deliveries and the cursor behind them; false where the cursor is not `from`, null where the lease is another's. */
    readonly take: (
      lease: Lease,
      order: {
        readonly from: string;
        readonly cursor: string;
        readonly changes: readonly TakenChange[];
        readonly now: number;
      },
    ) => Promise<UnderLease<boolean> | null>;
    /** Of each lane that is not busy the first delivery that is due, by position. */
    readonly due: (
      lease: Lease,
      question: {
        readonly now: number;
        readonly limit: number;
        readonly busy: ReadonlySet<string>;
      },
    ) => Promise<Delivery[]>;
    /** Writes the results of attempts; null where the lease is another's. */
    readonly record: (
      lease: Lease,
      ended: readonly Ended[],
      now: number,
    ) => Promise<UnderLease<void> | null>;
  };
}
