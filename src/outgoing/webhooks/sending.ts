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
import { deliveryOf, isTaken, positionIn } from "./taken-of.ts";

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
/** While so many wait, the rest stays in the feed. */
const waitingMax = 10_000;
/** A holder that could not show for so long that it lives stops; who sees it so long takes over. */
export const stopAfterMs = 4_000;

/** The time that a process which ends leaves to what is under way. */
const closingMs = 2_000;
const dayMs = 86_400_000;

/** Delivers for one webhook while this process has its lease; ends when it is another's, or `stop` is called. */
export class Sending {
  readonly #parts: SendingParts;
  readonly lease: Lease;
  /** What the holder knows to be written: a database behind it is not the one it wrote to. */
  #held: Held;
  #shownAt: number;
  readonly #poster: Poster;
  readonly #lanes: Lanes;
  #isOver = false;
  #graceMs = Infinity;
  #wake: () => void = () => {};

  constructor(parts: SendingParts, lease: Lease, held: Held) {
    this.#parts = parts;
    this.lease = lease;
    this.#held = held;
    this.#read = held.cursor;
    this.#shownAt = parts.now();
    this.#poster = openPoster(held.url, parts);
    this.#lanes = new Lanes(parts, lease, this.#poster, () => this.#rouse());
  }

  /** Takes up nothing new, and ends when what is under way has ended. */
  stop(): void {
    this.#isOver = true;
    this.#lanes.stop();
    this.#wake();
  }

  /** The same for a process that ends: what is still under way then is sent again. */
  close(): void {
    this.#graceMs = closingMs;
    this.stop();
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

  #isLevel = false;
  /** Up to where it has read by itself, which may be further than it has written down. */
  #read: string;
  /** What the account's look has given it, in order, and is not taken yet. */
  #given: { readonly changes: readonly Change<NamedBooking>[]; readonly cursor: string }[] = [];
  #isTaking = false;
  #takeAt = 0;

  /** Changes that it wants, by the account's look. */
  give(changes: readonly Change<NamedBooking>[], cursor: string): void {
    const joinedAt = positionIn(this.#read);
    const some = changes.filter((change) => positionIn(change.cursor) > joinedAt);
    if (some.length === 0) return;
    // Where many wait, the rest stays in the feed.
    if ((this.#waiting ?? 0) >= waitingMax) return this.fallBehind();
    this.#given.push({ changes: some, cursor });
    this.#rouse();
  }

  /** From now on it reads the feed by itself, from what it has written down on. */
  fallBehind(): void {
    this.#isLevel = false;
    this.#given = [];
    this.#read = this.#held.cursor;
    this.#takeAt = 0;
    this.#rouse();
  }

  /** A delivery of it is due. */
  lookForDue(): void {
    this.#lanes.lookForDue();
    this.#rouse();
  }

  /** What it has read and not written down; null where there is nothing. */
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

  async #record(): Promise<void> {
    const held = await this.#lanes.recordEnded();
    if (held === undefined) return;
    this.#isToCount = true;
    this.note(held);
  }

  #isRoused = false;

  #rouse(): void {
    this.#isRoused = true;
    this.#wake();
  }

  /** Ends with the lease. Throws what the database throws; the lease runs out then. */
  async run(): Promise<void> {
    try {
      // Whether the database is the one that was sent from, before anything is sent.
      while (!this.#isOver) {
        this.#isRoused = false;
        await this.#record();
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

  /** Until something is to be done; one that is behind, and one that many wait for, looks again by itself. */
  async #sleep(): Promise<void> {
    if (this.#lanes.hasEnded || this.#isRoused) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = this.#isLevel
      ? null
      : setTimeout(resolve, Math.max(1, this.#takeAt - this.#parts.now()));
    await promise;
    if (timer !== null) clearTimeout(timer);
  }

  /** Takes what it was given, or what it reads by itself; whether there is more. */
  async #takeAll(): Promise<boolean> {
    this.#isTaking = true;
    try {
      if (this.#isLevel) return await this.#takeGiven();
      if (this.#parts.now() < this.#takeAt) return false;
      const took = await this.#take();
      if (took === portion) return true;
      this.#takeAt = this.#parts.now() + this.#parts.lookEveryMs();
      const isFull = (this.#waiting ?? 0) >= waitingMax;
      if (!isFull && !this.#isOver) this.#isLevel = this.#parts.ofAccount.join(this.#read);
      return !isFull && !this.#isLevel && !this.#isOver;
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

  /** Shows its figures, where they may have changed. */
  async count(): Promise<void> {
    if (!this.#isToCount || this.#isOver) return;
    this.#isToCount = false;
    const { account, metrics } = this.#parts;
    const figures = await account.webhooks.count(this.webhookId);
    this.#waiting = figures.waiting;
    if (figures.waiting + figures.failed > 0) this.#isToCount = true;
    // One that has ended meanwhile is not shown again.
    if (!this.#isOver) metrics.show(this.webhookId, figures, Date.now());
  }

  stopIfForgotten(): void {
    if (this.#parts.now() - this.#shownAt > stopAfterMs) this.stop();
  }

  /** Remembers how the webhook was at a write; null: the lease is another's. */
  note(held: Held | null): void {
    if (held === null || held.state !== "active") return this.stop();
    this.#shownAt = this.#parts.now();
    if (held.beat <= this.#held.beat) return;
    const isMoved = held.cursor !== this.#held.cursor;
    this.#held = held;
    // An operator has moved it.
    if (isMoved) this.fallBehind();
  }

  /** How many deliveries waited when they were counted last, and were taken since. */
  #waiting: number | null = null;
  #isToCount = true;

  /** Reads what is new in the feed, and returns how many changes that were. */
  async #take(): Promise<number> {
    const { account, changesRetentionDays } = this.#parts;
    this.#waiting ??= (await account.webhooks.count(this.webhookId)).waiting;
    // Where many wait, the feed is asked for its epoch alone.
    const areMany = this.#waiting >= waitingMax;
    const { beat } = this.#held;
    const start = parseChangeCursor(this.#read);
    if (start === null) throw new Error("A webhook's cursor is one of the feed.");
    const since = Date.now() - changesRetentionDays * dayMs;
    const found = await account.readNamedChanges({ start, limit: areMany ? 0 : portion, since });
    if (isRefused<{ why: string }>(found)) return this.#standStill("restored");
    const epoch = parseChangeCursor(found.cursor)?.epoch;
    const isNew = epoch !== start.epoch;
    if (isNew && !(await this.#wroteHere(beat))) return this.#standStill("restored");
    const changes = found.changes.filter((change) => isTaken(this.#held, change));
    // What it does not want is written down from time to time, for all webhooks of the account.
    if (changes.length === 0 && !isNew) this.#read = found.cursor;
    else await this.#write(changes, found.cursor);
    return found.changes.length;
  }

  async #write(wanted: readonly Change<NamedBooking>[], cursor: string): Promise<boolean> {
    const changes = wanted.map((change) => deliveryOf(this.webhookId, change));
    const order = { from: this.#held.cursor, cursor, changes, now: Date.now() };
    const answer = await this.#parts.account.sending.take(this.lease, order);
    this.note(answer?.held ?? null);
    this.#isToCount = true;
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

  /** Whether an epoch was seen under this lease. */
  #hasWritten = false;

  async #standStill(reason: string): Promise<number> {
    const order = { state: "paused", reason, now: Date.now() } as const;
    await this.#parts.account.sending.standStill(this.lease, order);
    this.stop();
    return 0;
  }
}
