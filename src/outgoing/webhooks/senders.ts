import { openSecret, parseSealingKey, signingKey } from "../../domain/webhooks/signature.ts";
import type { WebhookSettings } from "../../operations/machinery/operation.ts";
import type { AccountId } from "../../domain/account.ts";
import type { Store } from "../../store/store.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { Lease, SeenLease } from "../../store/doors/webhooks.ts";
import type { LookUps } from "../look-ups/look-ups.ts";
import type { IdleWebhook, WebhookMetrics } from "./webhook-metrics.ts";
import type { LiveSecrets } from "./signed-post.ts";
import type { Posts } from "./posts.ts";
import { AccountSending } from "./account-sending.ts";
import { Sending, type SendingParts } from "./sending.ts";

export interface SendersParts {
  readonly store: Store;
  readonly lookUps: Pick<LookUps, "of">;
  readonly posts: Posts;
  readonly settings: WebhookSettings;
  readonly changesRetentionDays: number;
  readonly metrics: WebhookMetrics;
  /** Called with a fault of one webhook, which is taken up again; `webhook` is empty for a fault of several. */
  readonly reportFault: (webhook: string, error: Error) => void;
}

/** How often a process looks for webhooks whose lease is free. */
const lookEveryMs = 1_000;
/** A holder that has not shown itself for so long is taken to be gone. It stops itself before. */
const takeOverAfterMs = 6_000;
const showIdleEveryMs = 5_000;
/** Webhooks that are not active, asked about in one round. */
const idlePerRound = 50;
/** A rotation is seen after so long at most. */
const secretsKeptMs = 1_000;
/** The least wait of an account between two looks for changes of other processes; many accounts look less often. */
const changesEveryMs = 200;

/**
 * Delivers for webhooks whose lease this process gets. It does nothing without a key, under which their secrets
 * are stored.
 */
export class WebhookSenders {
  readonly #parts: SendersParts;
  readonly #key: Buffer | null;
  readonly #sending = new Map<
    string,
    { readonly sending: Sending; readonly ended: Promise<void> }
  >();
  /** The leases of others as they were seen last, with the first moment at which they were. */
  #seen = new Map<string, SeenLease & { readonly since: number }>();
  #timers: NodeJS.Timeout[] = [];
  #looking: Promise<void> | null = null;
  readonly #accounts = new Map<AccountId, AccountSending>();
  #isClosing = false;

  constructor(parts: SendersParts) {
    this.#parts = parts;
    this.#key = parseSealingKey(parts.settings.secretKey);
  }

  start(): void {
    if (this.#key === null || this.#timers.length > 0) return;
    this.#timers = [
      setInterval(() => void this.#look(), lookEveryMs).unref(),
      setInterval(() => void this.#showIdle(), showIdleEveryMs).unref(),
    ];
    void this.#look();
    void this.#showIdle();
  }

  /** Gives all leases back. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#looking;
    for (const { sending } of this.#sending.values()) sending.close();
    await Promise.all([...this.#sending.values()].map(({ ended }) => ended));
  }

  /** Every process shows the webhooks that are not active, since none delivers for them; each round asks about some. */
  async #showIdle(): Promise<void> {
    const { store, changesRetentionDays, metrics, reportFault } = this.#parts;
    try {
      const all = (await store.webhooks.all()).filter(({ state }) => state !== "active");
      const byId = new Map(all.map((webhook) => [webhook.id, webhook]));
      const known = new Map([...this.#idle].filter(([id]) => byId.has(id)));
      const longestAgo = [
        ...all.filter(({ id }) => !known.has(id)),
        ...[...known.keys()].flatMap((id) => byId.get(id) ?? []),
      ];
      for (const { accountId, ...webhook } of longestAgo.slice(0, idlePerRound)) {
        const { endOfPause } = await import("../../operations/webhooks/webhook-answer.ts");
        const { failed } = await store.account(accountId).webhooks.count(webhook.id);
        const endsAt = await endOfPause({ store, changesRetentionDays }, accountId, webhook);
        known.delete(webhook.id);
        known.set(webhook.id, { failed, endsAt });
      }
      this.#idle = known;
      metrics.showIdle(known);
    } catch (error) {
      reportFault("", error as Error);
    }
  }

  /** As they were seen last, the one that was asked about longest ago first. */
  #idle = new Map<string, IdleWebhook>();

  async #look(): Promise<void> {
    this.#looking ??= this.#takeFree()
      .catch((error: Error) => this.#parts.reportFault("", error))
      .finally(() => (this.#looking = null));
    await this.#looking;
  }

  async #takeFree(): Promise<void> {
    const leases = await this.#parts.store.webhooks.leases();
    const now = performance.now();
    const seen = new Map<string, SeenLease & { readonly since: number }>();
    for (const lease of leases) {
      if (this.#sending.has(lease.webhookId) || this.#isClosing) continue;
      const before = this.#seen.get(lease.webhookId);
      const isSame = before?.number === lease.number && before.beat === lease.beat;
      const since = isSame ? before.since : now;
      seen.set(lease.webhookId, { ...lease, since });
      if (lease.isHeld && now - since < takeOverAfterMs) continue;
      await this.#take(lease);
    }
    this.#seen = seen;
  }

  async #take(seen: SeenLease): Promise<void> {
    const { store } = this.#parts;
    const account = store.account(seen.accountId);
    const lease = await account.sending.takeLease(seen);
    if (lease === null) return;
    const held = await account.sending.beat(lease);
    if (held === null || this.#key === null) return;
    const ofAccount = this.#ofAccount(seen.accountId);
    const sending = new Sending(
      {
        account,
        ofAccount,
        secrets: keepSecrets(account, lease.webhookId, this.#key),
        reach: this.#parts.settings,
        posts: this.#parts.posts,
        look: this.#parts.lookUps.of(seen.accountId),
        changesRetentionDays: this.#parts.changesRetentionDays,
        metrics: this.#parts.metrics,
        lookEveryMs: this.#lookEveryMs,
        now: () => performance.now(),
      },
      lease,
      held,
    );
    const ended = this.#run(sending, account, lease);
    this.#sending.set(lease.webhookId, { sending, ended });
    ofAccount.add(sending);
  }

  readonly #lookEveryMs = () =>
    Math.max(changesEveryMs, this.#accounts.size * (changesEveryMs / 10));

  #ofAccount(accountId: AccountId): AccountSending {
    const { store, changesRetentionDays, reportFault } = this.#parts;
    const known = this.#accounts.get(accountId);
    const sending =
      known ??
      new AccountSending({
        account: store.account(accountId),
        changesRetentionDays,
        lookEveryMs: this.#lookEveryMs,
        reportFault: (error) => reportFault("", error),
      });
    this.#accounts.set(accountId, sending);
    return sending;
  }

  async #run(sending: Sending, account: AccountStore, lease: Lease): Promise<void> {
    const { reportFault, metrics } = this.#parts;
    try {
      await sending.run();
    } catch (error) {
      reportFault(lease.webhookId, error as Error);
    }
    try {
      await account.sending.release(lease);
    } catch (error) {
      // A database that is away takes nothing back: the lease runs out.
      reportFault(lease.webhookId, error as Error);
    }
    this.#sending.delete(lease.webhookId);
    const ofAccount = this.#accounts.get(lease.accountId);
    ofAccount?.remove(sending);
    if (ofAccount?.size === 0) this.#accounts.delete(lease.accountId);
    metrics.forget(lease.webhookId);
  }
}

/** Reads a webhook's live secrets once a second at most; none where they cannot be read, and then again at once. */
function keepSecrets(
  account: AccountStore,
  webhookId: string,
  key: Buffer,
): SendingParts["secrets"] {
  let known: { readonly at: number; readonly live: Promise<LiveSecrets> } | null = null;
  const read = async (): Promise<LiveSecrets> => {
    try {
      const sealed = await account.webhooks.sealedSecrets(webhookId, Date.now());
      const secrets = sealed.flatMap(
        (each) => openSecret(key, { owner: webhookId, sealed: each }) ?? [],
      );
      return { secrets, keys: secrets.map(signingKey) };
    } catch {
      known = null;
      return { secrets: [], keys: [] };
    }
  };
  return () => {
    if (known === null || performance.now() - known.at > secretsKeptMs)
      known = { at: performance.now(), live: read() };
    return known.live;
  };
}
