import { setTimeout as sleep } from "node:timers/promises";
import type { Attempt } from "../../domain/webhooks/delivery.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { Delivery, Held, Lease } from "../../store/doors/webhooks.ts";
import type { Poster } from "./post.ts";
import type { Posts } from "./posts.ts";
import { postSigned, type LiveSecrets } from "./signed-post.ts";
import type { WebhookMetrics } from "./webhook-metrics.ts";

export interface LanesParts {
  readonly account: Pick<AccountStore, "sending">;
  readonly secrets: () => Promise<LiveSecrets>;
  readonly posts: Pick<Posts, "limits" | "take">;
  readonly metrics: Pick<WebhookMetrics, "observeAttempt">;
  readonly now: () => number;
}

/** Deliveries that are held at once: those that wait for a place, are under way, or have ended and are not recorded. */
const heldMax = 128;
/** What has waited for a place for so long is read again before it is sent. */
const freshMs = 500;
const lookAgainMs = 50;
/** Posts that end are recorded together, so many at most, and none later than this. */
const gatherMost = 64;
const gatherMs = 20;

/** The deliveries of one webhook that are read, posted and recorded, one of a booking or a slot at a time. */
export class Lanes {
  readonly #parts: LanesParts;
  readonly #lease: Lease;
  readonly #poster: Poster;
  /** Called when something has ended. */
  readonly #rouse: () => void;
  /** Of all deliveries that are held. */
  readonly #busy = new Set<string>();
  /** Those that are not under way yet, in the order in which they were read. */
  readonly #next: { readonly delivery: Delivery; readonly readAt: number }[] = [];
  readonly #posts = new Set<Promise<void>>();
  #ended: (Attempt & { readonly delivery: Delivery })[] = [];

  #mayBeDue = true;
  #isOver = false;
  #onEnd: () => void = () => {};

  constructor(parts: LanesParts, lease: Lease, poster: Poster, rouse: () => void) {
    this.#parts = parts;
    this.#lease = lease;
    this.#poster = poster;
    this.#rouse = rouse;
  }

  /** Something may be due that was not when it was looked for last. */
  lookForDue(): void {
    this.#mayBeDue = true;
  }

  /** Posts have ended that are not recorded. */
  get hasEnded(): boolean {
    return this.#ended.length > 0;
  }

  /** Begins no further post. */
  stop(): void {
    this.#isOver = true;
    this.#leave();
    this.#onEnd();
  }

  /** Lets other posts end, so that one transaction records them. */
  async gather(): Promise<void> {
    const isMore = () => this.#posts.size > 0 && this.#ended.length < gatherMost && !this.#isOver;
    if (!isMore()) return;
    const gathered = new Promise<void>((resolve) => (this.#onEnd = () => isMore() || resolve()));
    await Promise.race([gathered, sleep(gatherMs)]);
  }

  async settle(graceMs: () => number): Promise<void> {
    const settled = Promise.allSettled(this.#posts);
    const begunAt = this.#parts.now();
    while (this.#posts.size > 0) {
      if (this.#parts.now() - begunAt >= graceMs()) return;
      await Promise.race([settled, sleep(lookAgainMs)]);
    }
  }

  /** Reads what is due, while less is read than there are lanes. */
  async readDue(): Promise<void> {
    const limit = heldMax - this.#busy.size;
    if (
      !this.#mayBeDue ||
      limit <= 0 ||
      this.#isOver ||
      this.#next.length >= this.#parts.posts.limits.ofPart
    )
      return;
    const readAt = this.#parts.now();
    const order = { now: Date.now(), limit, busy: this.#busy };
    this.#mayBeDue = false;
    const due = await this.#parts.account.sending.due(this.#lease, order);
    if (due.length >= limit) this.#mayBeDue = true;
    for (const delivery of due) {
      // Another of its lane is due only when this one is delivered.
      if (this.#busy.has(delivery.lane)) continue;
      this.#busy.add(delivery.lane);
      this.#next.push({ delivery, readAt });
    }
  }

  #asks = false;
  #leave: () => void = () => {};

  /** Asks for a place for the next one; each that has got one asks for the one behind it. */
  fill(): void {
    const owner = { account: this.#lease.accountId, part: this.#lease.webhookId };
    while (!this.#asks && this.#next.length > 0 && !this.#isOver) {
      let isLater = false;
      this.#asks = true;
      this.#leave = this.#parts.posts.take(owner, (giveBack) => {
        this.#asks = false;
        void this.#begin(giveBack);
        if (isLater) this.fill();
      });
      isLater = true;
    }
  }

  /** What waited long for its place is read again: its booking may have changed, and so may the holder. */
  async #begin(giveBack: () => void): Promise<void> {
    let delivery = this.#nextFresh();
    if (delivery === null) {
      await this.readDue().catch(() => this.#end());
      delivery = this.#nextFresh();
    }
    if (delivery === null || this.#isOver) return giveBack();
    const post: Promise<void> = this.#finish(delivery).finally(() => {
      this.#posts.delete(post);
      giveBack();
      this.fill();
      this.#end();
    });
    this.#posts.add(post);
  }

  #nextFresh(): Delivery | null {
    for (let next = this.#next.shift(); next !== undefined; next = this.#next.shift()) {
      if (this.#parts.now() - next.readAt <= freshMs) return next.delivery;
      this.#busy.delete(next.delivery.lane);
      this.#mayBeDue = true;
    }
    return null;
  }

  async #finish(delivery: Delivery): Promise<void> {
    const { secrets, metrics } = this.#parts;
    const attempt = await postSigned(this.#poster, delivery, await secrets());
    metrics.observeAttempt(this.#lease.webhookId, attempt);
    this.#ended.push({ ...attempt, delivery });
  }

  /** Writes the ends of posts, and frees their lanes; the webhook as it was then, null where the lease is another's. */
  async record(): Promise<Held | null | undefined> {
    if (this.#ended.length === 0) return undefined;
    const ended = this.#ended.splice(0);
    const answer = await this.#parts.account.sending.record(this.#lease, ended, Date.now());
    for (const { delivery } of ended) this.#busy.delete(delivery.lane);
    this.#mayBeDue = true;
    return answer?.held ?? null;
  }

  #end(): void {
    this.#onEnd();
    this.#rouse();
  }
}
