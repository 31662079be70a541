import type { KeyObject } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isRefused } from "../../domain/refusal.ts";
import { parseChangeCursor } from "../../domain/change-feed.ts";
import { deliveryId, eventType, wants, type Attempt } from "../../domain/webhooks/delivery.ts";
import type { WebhookReach } from "../../domain/webhooks/address.ts";
import { signMessage, withoutSecrets } from "../../domain/webhooks/signature.ts";
import { bodyOfDelivery } from "../../operations/webhook-deliveries.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { Change } from "../../store/changes/read-changes.ts";
import type { Delivery, TakenChange } from "../../store/webhooks/deliveries.ts";
import type { Held, Lease } from "../../store/webhooks/lease.ts";
import type { WebhookMetrics } from "./webhook-metrics.ts";
import { openPoster, type Poster } from "./post.ts";

export interface LiveSecrets {
  readonly secrets: readonly string[];
  readonly keys: readonly KeyObject[];
}

export interface SendingParts {
  readonly account: AccountStore;
  readonly secrets: () => Promise<LiveSecrets>;
  readonly reach: WebhookReach;
  readonly changesRetentionDays: number;
  readonly metrics: WebhookMetrics;
  /** The wait between two looks for changes of other processes. */
  readonly lookEveryMs: () => number;
  readonly now: () => number;
}

/** Posts of one webhook that are under way at once, each over a connection of its own. */
const lanesMax = 32;
/** Changes that are taken from the feed at a time. */
const portion = 200;
/** While so many wait, the rest stays in the feed. */
const waitingMax = 10_000;
/** Every second the holder shows that it lives; who has not for so long stops, and who sees it so long takes over. */
export const beatEveryMs = 1_000;
export const stopAfterMs = 4_000;
/** Counting what waits reads all of it. */
const beatsPerCount = 5;

/** The time that a process which ends leaves to what is under way. */
const closingMs = 2_000;
const lookAgainMs = 50;
const gatherMs = 5;

const dayMs = 86_400_000;

/** Delivers for one webhook while this process has its lease; ends when it is another's, or `stop` is called. */
export class Sending {
  readonly #parts: SendingParts;
  readonly #lease: Lease;
  /** What the holder knows to be written: a database behind it is not the one it wrote to. */
  #held: Held;
  #shownAt: number;
  #isOver = false;
  #graceMs = Infinity;
  #wake: () => void = () => {};
  readonly #busy = new Map<string, Promise<void>>();
  #ended: (Attempt & { readonly delivery: Delivery })[] = [];

  constructor(parts: SendingParts, lease: Lease, held: Held) {
    this.#parts = parts;
    this.#lease = lease;
    this.#held = held;
    this.#shownAt = parts.now();
  }

  /** Takes up nothing new, and ends when what is under way has ended. */
  stop(): void {
    this.#isOver = true;
    this.#wake();
  }

  /** The same for a process that ends: what is still under way then is sent again. */
  close(): void {
    this.#graceMs = closingMs;
    this.stop();
  }

  /** Ends with the lease. Throws what the database throws; the lease runs out then. */
  async run(): Promise<void> {
    const poster = openPoster(this.#held.url, this.#parts.reach, lanesMax);
    const timer = setInterval(() => void this.#beat(), beatEveryMs);
    try {
      // Whether the database is the one that was sent from, before anything is sent.
      let takeAt = 0;
      while (!this.#isOver) {
        using next = this.#parts.account.listenForChanges();
        await this.#record();
        let took = 0;
        if (this.#parts.now() >= takeAt) {
          took = await this.#take();
          if (took < portion) takeAt = this.#parts.now() + this.#parts.lookEveryMs();
        }
        const due = await this.#due();
        for (const delivery of due) this.#begin(poster, delivery);
        if (took === portion || this.#isOver) continue;
        if (this.#ended.length === 0) {
          const woken = new Promise<void>((resolve) => (this.#wake = resolve));
          const changed = next
            .wait(Math.max(1, takeAt - this.#parts.now()))
            .then(() => void (takeAt = 0));
          await Promise.race([woken, changed]);
        }
        // Posts that end at about the same time are recorded together, and their lanes filled together.
        if (this.#ended.length > 0 && !this.#isOver) await sleep(gatherMs);
      }
      await this.#settle();
      await this.#record();
    } finally {
      clearInterval(timer);
      poster.close();
    }
  }

  async #settle(): Promise<void> {
    const settled = Promise.allSettled(this.#busy.values());
    const begunAt = this.#parts.now();
    while (this.#busy.size > this.#ended.length) {
      if (this.#parts.now() - begunAt >= this.#graceMs) return;
      await Promise.race([settled, sleep(lookAgainMs)]);
    }
  }

  async #beat(): Promise<void> {
    const { account, metrics } = this.#parts;
    const { webhookId } = this.#lease;
    try {
      this.#note(await account.sending.beat(this.#lease));
      this.#beats += 1;
      if (this.#beats % beatsPerCount !== 1) return;
      const figures = await account.webhooks.count(webhookId);
      this.#waiting = figures.waiting;
      // One that has ended meanwhile is not shown again.
      if (!this.#isOver) metrics.show(webhookId, figures, Date.now());
    } catch {
      // The lease runs out, or the next beat arrives.
    }
    if (this.#parts.now() - this.#shownAt > stopAfterMs) this.stop();
  }

  /** Remembers how the webhook was at a write; null: the lease is another's. */
  #note(held: Held | null): void {
    if (held === null || held.state !== "active") return this.stop();
    this.#held = held.beat > this.#held.beat ? held : this.#held;
    this.#shownAt = this.#parts.now();
  }

  /** How many deliveries waited when they were counted last, and were taken since. */
  #waiting: number | null = null;
  #beats = 0;

  /** Takes what is new in the feed, and returns how many changes that were. */
  async #take(): Promise<number> {
    const { account, changesRetentionDays } = this.#parts;
    const now = Date.now();
    this.#waiting ??= (await account.webhooks.count(this.#lease.webhookId)).waiting;
    // Where many wait, the feed is asked for its epoch alone.
    const areMany = this.#waiting >= waitingMax;
    const { cursor: from, beat } = this.#held;
    const start = parseChangeCursor(from);
    if (start === null) throw new Error("A webhook's cursor is one of the feed.");
    const since = now - changesRetentionDays * dayMs;
    const found = await account.readChanges({ start, limit: areMany ? 0 : portion, since });
    if (isRefused<{ why: string }>(found)) return this.#standStill("restored");
    const epoch = parseChangeCursor(found.cursor)?.epoch;
    if (epoch !== start.epoch && !(await this.#wroteHere(beat)))
      return this.#standStill("restored");
    if (found.changes.length === 0 && epoch === start.epoch) return 0;
    const changes = found.changes.flatMap((change) => takenOf(this.#held, change));
    const order = { from, cursor: found.cursor, changes, now };
    const answer = await account.sending.take(this.#lease, order);
    this.#note(answer?.held ?? null);
    if (answer?.value === true) {
      this.#held = { ...this.#held, cursor: found.cursor };
      this.#waiting += changes.length;
    }
    return found.changes.length;
  }

  /**
   * Whether the database still has what this process wrote, although a new epoch has begun: a server that was
   * started again has, a backup that was put in its place has not. A process that wrote nothing before cannot tell.
   */
  async #wroteHere(beat: number): Promise<boolean> {
    if (!this.#hasWritten) return false;
    const held = await this.#parts.account.sending.beat(this.#lease);
    return held !== null && held.beat > beat;
  }

  /** Whether an epoch was seen under this lease. */
  #hasWritten = false;

  async #standStill(reason: string): Promise<number> {
    const order = { state: "paused", reason, now: Date.now() } as const;
    await this.#parts.account.sending.standStill(this.#lease, order);
    this.stop();
    return 0;
  }

  async #due(): Promise<Delivery[]> {
    this.#hasWritten = true;
    const limit = lanesMax - this.#busy.size;
    if (limit <= 0 || this.#isOver) return [];
    const busy = new Set(this.#busy.keys());
    return this.#parts.account.sending.due(this.#lease, { now: Date.now(), limit, busy });
  }

  #begin(poster: Poster, delivery: Delivery): void {
    // Another of its lane is due only when this one is delivered.
    if (this.#busy.has(delivery.lane)) return;
    this.#busy.set(delivery.lane, this.#finish(poster, delivery));
  }

  async #finish(poster: Poster, delivery: Delivery): Promise<void> {
    this.#ended.push({ ...(await this.#post(poster, delivery)), delivery });
    this.#wake();
  }

  async #post(poster: Poster, delivery: Delivery): Promise<Attempt> {
    const body = bodyOfDelivery(delivery);
    const timestamp = Math.floor(Date.now() / 1000);
    const { secrets, keys } = await this.#parts.secrets();
    if (secrets.length === 0) return noSecret();
    const attempt = await poster.post(
      {
        "webhook-id": delivery.id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": signMessage({ id: delivery.id, timestamp, body }, keys),
      },
      body,
    );
    this.#parts.metrics.observeAttempt(this.#lease.webhookId, attempt);
    const { answer } = attempt;
    return { ...attempt, answer: answer === null ? null : withoutSecrets(answer, secrets) };
  }

  /** Writes the ends of posts, and frees their lanes. */
  async #record(): Promise<void> {
    if (this.#ended.length === 0) return;
    const ended = this.#ended.splice(0);
    const answer = await this.#parts.account.sending.record(this.#lease, ended, Date.now());
    this.#note(answer?.held ?? null);
    for (const { delivery } of ended) this.#busy.delete(delivery.lane);
  }
}

function noSecret(): Attempt {
  const failed = { status: null, error: "no-secret", ms: 0, answer: null, retryAfterMs: null };
  return { ...failed, at: Date.now() };
}

/** A change as a delivery; none where the webhook does not want it. */
function takenOf(
  webhook: Held,
  { cursor, at, change, actor, requestId, line }: Change,
): TakenChange[] {
  const type = eventType(line.kind, change);
  if (!wants(webhook, type, line.interaction)) return [];
  const isBooking = line.kind === "booking";
  const lane = isBooking
    ? line.booking
    : JSON.stringify([line.interaction, line.activity, line.host, line.starting_at]);
  const position = parseChangeCursor(cursor)?.position ?? 0;
  return [
    {
      id: deliveryId(webhook.id, [position, lane, type, at]),
      type,
      lane,
      cursor,
      at,
      actor,
      requestId,
      bookingId: isBooking ? line.booking : null,
      slot: isBooking ? null : line,
    },
  ];
}
