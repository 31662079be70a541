import type { LookupFunction } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { isRefused } from "../../domain/refusal.ts";
import { parseChangeCursor } from "../../domain/change-feed.ts";
import type { Attempt } from "../../domain/webhooks/delivery.ts";
import type { WebhookReach } from "../../domain/webhooks/address.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { Delivery } from "../../store/webhooks/deliveries.ts";
import type { Held, Lease } from "../../store/webhooks/lease.ts";
import type { Posts } from "./posts.ts";
import type { WebhookMetrics } from "./webhook-metrics.ts";
import { openPoster, type Poster } from "./post.ts";
import { postSigned, type LiveSecrets } from "./signed-post.ts";
import { takenOf } from "./taken-of.ts";

export interface SendingParts {
  readonly account: AccountStore;
  readonly secrets: () => Promise<LiveSecrets>;
  readonly reach: WebhookReach;
  readonly look: LookupFunction;
  readonly posts: Posts;
  readonly changesRetentionDays: number;
  readonly metrics: WebhookMetrics;
  /** The wait between two looks for changes of other processes. */
  readonly lookEveryMs: () => number;
  readonly now: () => number;
}

/** Deliveries that are held at once: those that wait for a place, are under way, or have ended and are not recorded. */
const heldMax = 128;
/** What has waited for a place for so long is read again before it is sent. */
const freshMs = 500;
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
/** Posts that end are recorded together, so many at most, and none later than this. */
const gatherMost = 64;
const gatherMs = 20;

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
  /** The lanes of all deliveries that are held. */
  readonly #busy = new Set<string>();
  /** Those that are not under way yet, in the order in which they were read. */
  readonly #next: { readonly delivery: Delivery; readonly readAt: number }[] = [];
  readonly #posts = new Set<Promise<void>>();
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
    const poster = openPoster(this.#held.url, this.#parts);
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
        await this.#readDue();
        this.#fill(poster);
        if (took === portion || this.#isOver) continue;
        if (this.#ended.length === 0) {
          const woken = new Promise<void>((resolve) => (this.#wake = resolve));
          const changed = next
            .wait(Math.max(1, takeAt - this.#parts.now()))
            .then(() => void (takeAt = 0));
          await Promise.race([woken, changed]);
        }
        await this.#gather();
      }
      await this.#settle();
      await this.#record();
    } finally {
      clearInterval(timer);
      this.stop();
      this.#leave();
      poster.close();
    }
  }

  /** Lets other posts end, so that one transaction records them. */
  async #gather(): Promise<void> {
    const isMore = () => this.#posts.size > 0 && this.#ended.length < gatherMost && !this.#isOver;
    if (!isMore()) return;
    const gathered = new Promise<void>((resolve) => (this.#wake = () => isMore() || resolve()));
    await Promise.race([gathered, sleep(gatherMs)]);
  }

  async #settle(): Promise<void> {
    const settled = Promise.allSettled(this.#posts);
    const begunAt = this.#parts.now();
    while (this.#posts.size > 0) {
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
    const found = await account.readNamedChanges({ start, limit: areMany ? 0 : portion, since });
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

  /** Reads what is due, while less is read than there are lanes. */
  async #readDue(): Promise<void> {
    this.#hasWritten = true;
    const limit = heldMax - this.#busy.size;
    if (limit <= 0 || this.#isOver || this.#next.length >= this.#parts.posts.limits.ofPart) return;
    const readAt = this.#parts.now();
    const order = { now: Date.now(), limit, busy: this.#busy };
    for (const delivery of await this.#parts.account.sending.due(this.#lease, order)) {
      // Another of its lane is due only when this one is delivered.
      if (this.#busy.has(delivery.lane)) continue;
      this.#busy.add(delivery.lane);
      this.#next.push({ delivery, readAt });
    }
  }

  #asks = false;
  #leave: () => void = () => {};

  /** Asks for a place for the next one; each that has got one asks for the one behind it. */
  #fill(poster: Poster): void {
    const owner = { account: this.#lease.accountId, part: this.#lease.webhookId };
    while (!this.#asks && this.#next.length > 0 && !this.#isOver) {
      let isLater = false;
      this.#asks = true;
      this.#leave = this.#parts.posts.take(owner, (giveBack) => {
        this.#asks = false;
        void this.#begin(poster, giveBack);
        if (isLater) this.#fill(poster);
      });
      isLater = true;
    }
  }

  /** What waited long for its place is read again: its booking may have changed, and so may the holder. */
  async #begin(poster: Poster, giveBack: () => void): Promise<void> {
    let delivery = this.#nextFresh();
    if (delivery === null) {
      await this.#readDue().catch(() => this.#wake());
      delivery = this.#nextFresh();
    }
    if (delivery === null || this.#isOver) return giveBack();
    const post: Promise<void> = this.#finish(poster, delivery).finally(() => {
      this.#posts.delete(post);
      giveBack();
      this.#fill(poster);
      this.#wake();
    });
    this.#posts.add(post);
  }

  #nextFresh(): Delivery | null {
    for (let next = this.#next.shift(); next !== undefined; next = this.#next.shift()) {
      if (this.#parts.now() - next.readAt <= freshMs) return next.delivery;
      this.#busy.delete(next.delivery.lane);
    }
    return null;
  }

  async #finish(poster: Poster, delivery: Delivery): Promise<void> {
    const { secrets, metrics } = this.#parts;
    const attempt = await postSigned(poster, delivery, await secrets());
    metrics.observeAttempt(this.#lease.webhookId, attempt);
    this.#ended.push({ ...attempt, delivery });
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
