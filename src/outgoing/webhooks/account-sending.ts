import { parseChangeCursor } from "../../domain/change-feed.ts";
import { isRefused } from "../../domain/refusal.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { Change, NamedBooking } from "../../store/doors/changes.ts";
import type { Sending } from "./sending.ts";
import { filterKey, isTaken, positionIn } from "./webhook-filter.ts";

/*
 * The webhooks of one account for which this process delivers. One look at the feed, one at what is due and one write
 * that shows that the process lives are for all of them, so that a webhook with nothing to post costs none of its own.
 *
 * A webhook that has read up to where the account's look is, is level: the look gives it the changes that it wants. It
 * is behind after its start, a resumption or a replay, and reads the feed by itself until it is level.
 */

interface AccountSendingParts {
  readonly account: AccountStore;
  readonly changesRetentionDays: number;
  /** The wait between two looks for changes of other processes. */
  readonly lookEveryMs: () => number;
  readonly reportFault: (error: Error) => void;
}

/** Changes that are taken from the feed at a time. */
const portion = 200;
/** How often the holder shows that it lives; one that has not for `stopAfterMs` stops. */
const beatEveryMs = 1_000;
/** Counting what waits reads all of it. */
const beatsPerCount = 5;
/** What level webhooks have read and did not want is written down after so long. */
const beatsPerSave = 30;

const dayMs = 86_400_000;

export class AccountSending {
  readonly #parts: AccountSendingParts;
  readonly #all = new Map<string, Sending>();
  #cursor: string | null = null;
  #timer: NodeJS.Timeout | null = null;
  #beats = 0;
  #isBeating = false;
  #isLooking = false;

  constructor(parts: AccountSendingParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#all.size;
  }

  add(sending: Sending): void {
    this.#all.set(sending.webhookId, sending);
    this.#timer ??= setInterval(() => void this.#beat(), beatEveryMs);
    if (!this.#isLooking) void this.#look();
  }

  remove(sending: Sending): void {
    this.#all.delete(sending.webhookId);
    if (this.#all.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#cursor = null;
  }

  /** Whether a webhook that has read up to a cursor is level from now on. */
  join(cursor: string): boolean {
    this.#cursor ??= cursor;
    return positionIn(cursor) >= positionIn(this.#cursor);
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#all.size > 0) {
      using next = this.#parts.account.listenForChanges();
      try {
        await this.#giveChanges();
        const due = await this.#parts.account.sending.dueWebhooks(Date.now());
        for (const id of due) this.#all.get(id)?.lookForDue();
      } catch (error) {
        this.#parts.reportFault(error as Error);
      }
      await next.wait(this.#parts.lookEveryMs());
    }
    this.#isLooking = false;
  }

  async #giveChanges(): Promise<void> {
    for (;;) {
      const cursor = this.#cursor;
      const start = cursor === null ? null : parseChangeCursor(cursor);
      if (start === null) return;
      const since = Date.now() - this.#parts.changesRetentionDays * dayMs;
      const found = await this.#parts.account.readNamedChanges({ start, limit: portion, since });
      const isSame =
        !isRefused<{ why: string }>(found) &&
        parseChangeCursor(found.cursor)?.epoch === start.epoch;
      if (!isSame) {
        // Each of them finds out whether the database is the one that it wrote to.
        this.#cursor = null;
        for (const each of this.#all.values()) each.fallBehind();
        return;
      }
      this.#cursor = found.cursor;
      if (found.changes.length > 0) this.#give(found.changes, found.cursor);
      if (found.changes.length < portion) return;
    }
  }

  #give(changes: readonly Change<NamedBooking>[], cursor: string): void {
    const wanted = new Map<string, readonly Change<NamedBooking>[]>();
    for (const each of this.#all.values()) {
      if (!each.isLevel) continue;
      const key = filterKey(each.filter);
      const some = wanted.get(key) ?? changes.filter((change) => isTaken(each.filter, change));
      wanted.set(key, some);
      if (some.length > 0) each.give(some, cursor);
    }
  }

  /** Up to where the look has read; null until a webhook joins it, and again when the feed is of another epoch. */
  get cursor(): string | null {
    return this.#cursor;
  }

  async #beat(): Promise<void> {
    if (this.#isBeating) return;
    this.#isBeating = true;
    this.#beats += 1;
    const all = [...this.#all.values()];
    try {
      if (this.#beats % beatsPerSave === 0) await this.#save(all);
      const leases = all.map(({ lease }) => lease);
      const held = new Map(
        (await this.#parts.account.sending.beatAll(leases)).map((each) => [each.id, each]),
      );
      for (const each of all) each.note(held.get(each.webhookId) ?? null);
      if (this.#beats % beatsPerCount === 1) for (const each of all) await each.count();
    } catch (error) {
      // The leases run out, or the next beat arrives.
      this.#parts.reportFault(error as Error);
    }
    for (const each of all) each.stopIfForgotten();
    this.#isBeating = false;
  }

  async #save(all: readonly Sending[]): Promise<void> {
    const moved = all.flatMap((each) => each.unsaved(this.#cursor) ?? []);
    if (moved.length === 0) return;
    const saved = new Set(await this.#parts.account.sending.saveCursors(moved));
    for (const each of moved) {
      if (saved.has(each.webhookId)) this.#all.get(each.webhookId)?.noteSaved(each);
    }
  }
}
