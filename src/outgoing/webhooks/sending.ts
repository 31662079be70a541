import type { LookupFunction } from "node:net";
import { isRefused } from "../../domain/refusal.ts";
import { parseChangeCursor } from "../../domain/change-feed.ts";
import type { WebhookFilter } from "../../domain/webhooks/delivery.ts";
import type { WebhookReach } from "../../domain/webhooks/address.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { Change, NamedBooking } from "../../store/doors/changes.ts";
import type { Held, Lease } from "../../store/doors/webhooks.ts";
import type { Posts } from "./posts.ts";
import type { WebhookMetrics } from "./webhook-metrics.ts";
import { openPoster, type Poster } from "./post.ts";
import { Lanes, type LanesParts } from "./lanes.ts";
import { Sleeper } from "./sleeper.ts";
import { deliveryOf, isTaken, positionIn } from "./webhook-filter.ts";

/*
 * One webhook while this process holds its lease. It takes the changes that the webhook wants from the feed: each becomes
 * a stored delivery, and the webhook's cursor moves behind it, in one transaction. `Lanes` posts the deliveries.
 *
 * A webhook that is level gets its changes from the account's look (`account-sending.ts`). One that is behind reads the
 * feed by itself, from its cursor on, until it is level.
 */

export interface SendingParts extends LanesParts {
  readonly account: AccountStore;
  readonly reach: WebhookReach;
  readonly look: LookupFunction;
  readonly posts: Posts;
  readonly changesRetentionDays: number;
  readonly metrics: WebhookMetrics;
  /** The look that is for all webhooks of the account. */
  readonly ofAccount: { readonly cursor: string | null; join(cursor: string): boolean };
  /** The wait of one that is behind between two reads of the feed. */
  readonly lookEveryMs: () => number;
}

/** Changes that are taken from the feed at a time. */
const portion = 200;
/** While so many deliveries wait, the rest stays in the feed. */
const waitingMax = 10_000;
/** A holder whose last beat was written so long ago stops, before another process takes the lease over. */
export const stopAfterMs = 4_000;
/** A process that ends waits so long for posts that are under way. */
const closingMs = 2_000;
const dayMs = 86_400_000;

/** Delivers for one webhook; ends when the lease is another's, or `stop` is called. */
export class Sending {
  readonly #parts: SendingParts;
  readonly lease: Lease;
  readonly #poster: Poster;
  readonly #lanes: Lanes;

  /** The webhook as the last write returned it. A database in which the beat is lower is not the one it wrote to. */
  #held: Held;
  /** When a write last returned the webhook. */
  #heldAt: number;
  /** Whether this process wrote under the lease, so that it can tell another database. */
  #hasWritten = false;

  #isLevel = false;
  /** Up to where it has read the feed by itself, which may be further than its written cursor. */
  #read: string;
  /** When one that is behind reads the feed again. */
  #readsAgainAt = 0;
  /** What the account's look has given, in order, and is not taken yet. */
  #given: { readonly changes: readonly Change<NamedBooking>[]; readonly cursor: string }[] = [];
  #isTaking = false;

  /** How many deliveries waited when they were counted, and were taken since; null before the first count. */
  #waiting: number | null = null;
  #mayHaveOtherFigures = true;

  #isOver = false;
  #graceMs = Infinity;
  readonly #sleeper = new Sleeper();

  constructor(parts: SendingParts, lease: Lease, held: Held) {
    this.#parts = parts;
    this.lease = lease;
    this.#held = held;
    this.#read = held.cursor;
    this.#heldAt = parts.now();
    this.#poster = openPoster(held.url, parts);
    this.#lanes = new Lanes(parts, lease, this.#poster, () => this.#sleeper.rouse());
  }

  get webhookId(): string {
    return this.lease.webhookId;
  }

  get filter(): WebhookFilter {
    return this.#held;
  }

  /** Whether it has read as much of the feed as the account's look. */
  get isLevel(): boolean {
    return this.#isLevel;
  }

  /** Ends with the lease. Throws what the database throws. */
  async run(): Promise<void> {
    try {
      while (!this.#isOver) {
        this.#sleeper.forget();
        await this.#record();
        // Before anything is sent: it finds out whether the database is the one that it wrote to.
        const isMore = await this.#takeAll();
        this.#hasWritten = true;
        await this.#lanes.readDue();
        this.#lanes.askForPlaces();
        if (isMore || this.#isOver) continue;
        await this.#sleep();
        await this.#lanes.gather();
      }
      await this.#lanes.settle(() => this.#graceMs);
      await this.#record();
      const last = this.unsaved(this.#parts.ofAccount.cursor);
      if (last !== null) await this.#parts.account.sending.saveCursors([last]);
    } finally {
      this.stop();
      this.#poster.close();
    }
  }

  /** Begins nothing new. `run` ends when the posts that are under way have ended. */
  stop(): void {
    this.#isOver = true;
    this.#lanes.stop();
    this.#sleeper.rouse();
  }

  /** The same for a process that ends: posts that take longer than `closingMs` are sent again by another one. */
  close(): void {
    this.#graceMs = closingMs;
    this.stop();
  }

  stopIfForgotten(): void {
    if (this.#parts.now() - this.#heldAt > stopAfterMs) this.stop();
  }

  /** Remembers the webhook as a write returned it; null where the lease is another's. */
  note(held: Held | null): void {
    if (held === null || held.state !== "active") return this.stop();
    this.#heldAt = this.#parts.now();
    if (held.beat <= this.#held.beat) return;
    const isMoved = held.cursor !== this.#held.cursor;
    this.#held = held;
    // An operator has moved the cursor.
    if (isMoved) this.fallBehind();
  }

  /** Takes over changes that the account's look has read, and that the webhook wants. */
  give(changes: readonly Change<NamedBooking>[], cursor: string): void {
    const joinedAt = positionIn(this.#read);
    const some = changes.filter((change) => positionIn(change.cursor) > joinedAt);
    if (some.length === 0) return;
    if (this.#areManyWaiting) return this.fallBehind();
    this.#given.push({ changes: some, cursor });
    this.#sleeper.rouse();
  }

  /** From now on it reads the feed by itself, from its written cursor on. */
  fallBehind(): void {
    this.#isLevel = false;
    this.#given = [];
    this.#read = this.#held.cursor;
    this.#readsAgainAt = 0;
    this.#sleeper.rouse();
  }

  lookForDue(): void {
    this.#lanes.lookForDue();
    this.#sleeper.rouse();
  }

  /** The cursor of one that is level and has nothing to take, where that is further than the written one; else null. */
  unsaved(cursor: string | null) {
    const isIdle = this.#isLevel && this.#given.length === 0 && !this.#isTaking;
    if (!isIdle || cursor === null || positionIn(cursor) <= positionIn(this.#held.cursor))
      return null;
    const { webhookId, number } = this.lease;
    return { webhookId, number, from: this.#held.cursor, cursor };
  }

  noteSaved({ from, cursor }: { readonly from: string; readonly cursor: string }): void {
    if (this.#held.cursor === from) this.#held = { ...this.#held, cursor };
  }

  /** Counts what waits and has failed for the metrics, where that may have changed. */
  async count(): Promise<void> {
    if (!this.#mayHaveOtherFigures || this.#isOver) return;
    this.#mayHaveOtherFigures = false;
    const { account, metrics } = this.#parts;
    const figures = await account.webhooks.count(this.webhookId);
    this.#waiting = figures.waiting;
    if (figures.waiting + figures.failed > 0) this.#mayHaveOtherFigures = true;
    // One that has ended meanwhile is not shown again.
    if (!this.#isOver) metrics.show(this.webhookId, figures, Date.now());
  }

  get #areManyWaiting(): boolean {
    return (this.#waiting ?? 0) >= waitingMax;
  }

  /** Sleeps until there is something to do. One that is behind wakes by itself to read the feed. */
  async #sleep(): Promise<void> {
    if (this.#lanes.hasEnded) return;
    const untilRead = Math.max(1, this.#readsAgainAt - this.#parts.now());
    await this.#sleeper.sleep(this.#isLevel ? null : untilRead);
  }

  /** Writes the results of the posts that have ended. */
  async #record(): Promise<void> {
    const held = await this.#lanes.recordEnded();
    if (held === undefined) return;
    this.#mayHaveOtherFigures = true;
    this.note(held);
  }

  /** Takes changes, those that were given or those that it reads by itself. Returns whether there are more. */
  async #takeAll(): Promise<boolean> {
    this.#isTaking = true;
    try {
      if (this.#isLevel) return await this.#takeGiven();
      if (this.#parts.now() < this.#readsAgainAt) return false;
      const read = await this.#takeFromFeed();
      if (read === portion) return true;
      this.#readsAgainAt = this.#parts.now() + this.#parts.lookEveryMs();
      if (this.#areManyWaiting || this.#isOver) return false;
      this.#isLevel = this.#parts.ofAccount.join(this.#read);
      return !this.#isLevel;
    } finally {
      this.#isTaking = false;
    }
  }

  async #takeGiven(): Promise<boolean> {
    const next = this.#given[0];
    if (next === undefined) return false;
    // Where nothing was written, as after a pause, it is no longer level with the look.
    if (!(await this.#write(next.changes, next.cursor))) this.fallBehind();
    if (this.#given[0] === next) this.#given.shift();
    return this.#given.length > 0;
  }

  /** Takes what is new in the feed, and returns how many changes were read. */
  async #takeFromFeed(): Promise<number> {
    const { account, changesRetentionDays } = this.#parts;
    this.#waiting ??= (await account.webhooks.count(this.webhookId)).waiting;
    const { beat } = this.#held;
    const start = parseChangeCursor(this.#read);
    if (start === null) throw new Error("A webhook's cursor is one of the feed.");
    const since = Date.now() - changesRetentionDays * dayMs;
    // Where many wait, the feed is asked for its epoch alone.
    const limit = this.#areManyWaiting ? 0 : portion;
    const found = await account.readNamedChanges({ start, limit, since });
    if (isRefused<{ why: string }>(found)) return this.#standStill();
    const isNewEpoch = parseChangeCursor(found.cursor)?.epoch !== start.epoch;
    if (isNewEpoch && !(await this.#wroteHere(beat))) return this.#standStill();
    const changes = found.changes.filter((change) => isTaken(this.#held, change));
    // A cursor behind unwanted changes is written from time to time, for all webhooks of the account (`unsaved`).
    if (changes.length === 0 && !isNewEpoch) this.#read = found.cursor;
    else await this.#write(changes, found.cursor);
    return found.changes.length;
  }

  /** Stores deliveries, and moves the cursor. False where the webhook was moved or paused meanwhile. */
  async #write(wanted: readonly Change<NamedBooking>[], cursor: string): Promise<boolean> {
    const changes = wanted.map((change) => deliveryOf(this.webhookId, change));
    const order = { from: this.#held.cursor, cursor, changes, now: Date.now() };
    const answer = await this.#parts.account.sending.take(this.lease, order);
    this.note(answer?.held ?? null);
    this.#mayHaveOtherFigures = true;
    this.#lanes.lookForDue();
    if (answer?.value !== true) return false;
    this.#held = { ...this.#held, cursor };
    this.#read = cursor;
    this.#waiting = (this.#waiting ?? 0) + changes.length;
    return true;
  }

  /**
   * Whether the database still has what this process wrote, although a new epoch has begun: a server that was
   * started again has, a backup that was put in its place has not. A process that wrote nothing before cannot tell.
   */
  async #wroteHere(beat: number): Promise<boolean> {
    if (!this.#hasWritten) return false;
    const held = await this.#parts.account.sending.beat(this.lease);
    return held !== null && held.beat > beat;
  }

  async #standStill(): Promise<number> {
    const order = { state: "paused", reason: "restored", now: Date.now() } as const;
    await this.#parts.account.sending.standStill(this.lease, order);
    this.stop();
    return 0;
  }
}
