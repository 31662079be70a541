import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type {
  Change,
  Changes,
  ChangesQuestion,
  ChangesRefusal,
} from "../../store/doors/changes.ts";
import { parseChangeCursor } from "../../domain/change-feed.ts";

/**
 * The interval between two reads of a follower, which finds the changes of other processes. It holds no
 * connection and no lock in between, and a change of this process ends it at once.
 */
const askEveryMs = 200;

/** The least number of changes in one read for a reader who sees only some of them. */
const readTogether = 500;

export interface Waiting {
  readonly waitMs: number;
  /** Ends the wait early, with the changes that were found until then. */
  readonly isOver: () => boolean;
  /** Asks whether the reader still may, and throws where not. */
  readonly askAgain: () => Promise<void>;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** Reads the changes that the reader sees (`sees`; null: all). Where there are none yet, it waits for the first ones. */
export async function awaitChanges(
  account: Pick<AccountStore, "readChanges" | "listenForChanges">,
  question: ChangesQuestion,
  { waitMs, isOver, askAgain, now }: Waiting,
  sees: ((change: Change) => boolean) | null = null,
): Promise<Changes | Refused<ChangesRefusal>> {
  const endsAt = now() + waitMs;
  let { start } = question;
  const seen: Change[] = [];
  for (;;) {
    using next = account.listenForChanges();
    const left = question.limit - seen.length;
    const limit = sees === null ? left : Math.max(left, readTogether);
    const found = await account.readChanges({ ...question, start, limit });
    await askAgain();
    const leftMs = endsAt - now();
    if (isRefused<ChangesRefusal>(found)) return found;
    const more = sees === null ? found.changes : found.changes.filter(sees);
    seen.push(...more.slice(0, left));
    // Changes that are left for the next answer stand behind its cursor.
    const cursor = more.length > left ? (seen.at(-1)?.cursor ?? found.cursor) : found.cursor;
    const isLast = found.changes.length < limit;
    const isEnough = seen.length === question.limit || (isLast && seen.length > 0);
    if (isEnough || isOver() || (isLast && leftMs <= 0)) return { changes: seen, cursor };
    // "now" is the moment of the first read.
    start = parseChangeCursor(found.cursor) ?? start;
    if (isLast) await next.wait(Math.min(askEveryMs, leftMs));
  }
}

const dayMs = 24 * 3_600_000;

/** The time from which a feed that is read for the first time has changes. */
export function changesSince(changesRetentionDays: number, now: number): number {
  return now - changesRetentionDays * dayMs;
}
