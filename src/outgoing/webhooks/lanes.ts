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

/**
 * The deliveries of one webhook while this process holds its lease. A lane has those of one booking or slot, which are
 * sent one after the other (elsewhere: an ordering key). A delivery's life here:
 *
 * 1. `readDue` reads the first of each lane that is not busy, and its lane is busy from then on.
 * 2. `askForPlaces` asks for a place among the posts of the process, for one delivery at a time.
 * 3. With the place the delivery is posted; one that waited longer than `freshMs` is read again first.
 * 4. `recordEnded` writes the results of posts that have ended, and frees their lanes.
 */
export class Lanes {
  readonly #parts: LanesParts;
  readonly #lease: Lease;
  readonly #poster: Poster;
  /** Called when a post has ended, so that it is recorded, and when what is due could not be read. */
  readonly #rouse: () => void;
  /** The lanes of all deliveries that are between the steps 1 and 4. */
  readonly #busy = new Set<string>();
  /** Those that wait for a place, in the order in which they were read. */
  readonly #waiting: { readonly delivery: Delivery; readonly readAt: number }[] = [];
  readonly #posts = new Set<Promise<void>>();
  #ended: (Attempt & { readonly delivery: Delivery })[] = [];

  #mayBeDue = true;
  #isOver = false;
  #onPostEnd: () => void = () => {};

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

  /** Whether posts have ended that are not recorded. */
  get hasEnded(): boolean {
    return this.#ended.length > 0;
  }

  /** Begins no further post. */
  stop(): void {
    this.#isOver = true;
    this.#stopAsking();
    this.#onPostEnd();
  }

  /** Lets other posts end, so that one transaction records them. */
  async gather(): Promise<void> {
    const isMore = () => this.#posts.size > 0 && this.#ended.length < gatherMost && !this.#isOver;
    if (!isMore()) return;
    const gathered = new Promise<void>(
      (resolve) => (this.#onPostEnd = () => isMore() || resolve()),
    );
    await Promise.race([gathered, sleep(gatherMs)]);
  }

  /** Waits until all posts have ended, `graceMs` at most. */
  async settle(graceMs: () => number): Promise<void> {
    const settled = Promise.allSettled(this.#posts);
    const begunAt = this.#parts.now();
    while (this.#posts.size > 0) {
      if (this.#parts.now() - begunAt >= graceMs()) return;
      await Promise.race([settled, sleep(lookAgainMs)]);
    }
  }

  /** Reads what is due, while fewer wait for a place than the webhook may have. */
  async readDue(): Promise<void> {
    const limit = heldMax - this.#busy.size;
    if (
      !this.#mayBeDue ||
      limit <= 0 ||
      this.#isOver ||
      this.#waiting.length >= this.#parts.posts.limits.ofPart
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
      this.#waiting.push({ delivery, readAt });
    }
  }

  #isAsking = false;
  /** Takes the request for a place back. */
  #stopAsking: () => void = () => {};

  /** Asks for a place as long as one is given at once; a place that is given later asks for the next. */
  askForPlaces(): void {
    const owner = { account: this.#lease.accountId, part: this.#lease.webhookId };
    while (!this.#isAsking && this.#waiting.length > 0 && !this.#isOver) {
      let isGivenLater = false;
      this.#isAsking = true;
      this.#stopAsking = this.#parts.posts.take(owner, (giveBack) => {
        this.#isAsking = false;
        void this.#postNext(giveBack);
        if (isGivenLater) this.askForPlaces();
      });
      isGivenLater = true;
    }
  }

  /** Posts the next delivery in the place that was given, and gives the place back at its end. */
  async #postNext(giveBack: () => void): Promise<void> {
    let delivery = this.#nextFresh();
    if (delivery === null) {
      await this.readDue().catch(() => this.#rouseAll());
      delivery = this.#nextFresh();
    }
    if (delivery === null || this.#isOver) return giveBack();
    const post: Promise<void> = this.#post(delivery).finally(() => {
      this.#posts.delete(post);
      giveBack();
      this.askForPlaces();
      this.#rouseAll();
    });
    this.#posts.add(post);
  }

  /** The next delivery. Its booking may have changed while it waited long, and the lease may be another's: it is read again. */
  #nextFresh(): Delivery | null {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      if (this.#parts.now() - next.readAt <= freshMs) return next.delivery;
      this.#busy.delete(next.delivery.lane);
      this.#mayBeDue = true;
    }
    return null;
  }

  async #post(delivery: Delivery): Promise<void> {
    const { secrets, metrics } = this.#parts;
    const attempt = await postSigned(this.#poster, delivery, await secrets());
    metrics.observeAttempt(this.#lease.webhookId, attempt);
    this.#ended.push({ ...attempt, delivery });
  }

  /**
   * Writes the results of the posts that have ended, and frees their lanes. Returns the webhook as it was then, null
   * where the lease is another's, undefined where no post has ended.
   */
  async recordEnded(): Promise<Held | null | undefined> {
    if (this.#ended.length === 0) return undefined;
    const ended = this.#ended.splice(0);
    const answer = await this.#parts.account.sending.record(this.#lease, ended, Date.now());
    for (const { delivery } of ended) this.#busy.delete(delivery.lane);
    this.#mayBeDue = true;
    return answer?.held ?? null;
  }

  #rouseAll(): void {
    this.#onPostEnd();
    this.#rouse();
  }
}
