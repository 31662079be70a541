import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { Changes, ChangesQuestion, ChangesRefusal } from "../../store/changes/read-changes.ts";
import { parseChangeCursor } from "../../domain/change-feed.ts";

/**
 * The interval between two reads of a follower, which finds the changes of other processes. It holds no
 * connection and no lock in between, and a change of this process ends it at once.
 */
const askEveryMs = 200;

export interface Waiting {
  readonly waitMs: number;
  /** Ends the wait early, with no changes. */
  readonly isOver: () => boolean;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** Reads changes. Where there are none yet, it waits for the first ones. */
export async function awaitChanges(
  account: Pick<AccountStore, "readChanges" | "listenForChanges">,
  question: ChangesQuestion,
  { waitMs, isOver, now }: Waiting,
): Promise<Changes | Refused<ChangesRefusal>> {
  const endsAt = now() + waitMs;
  let { start } = question;
  for (;;) {
    using next = account.listenForChanges();
    const found = await account.readChanges({ ...question, start });
    const leftMs = endsAt - now();
    if (isRefused<ChangesRefusal>(found) || found.changes.length > 0) return found;
    if (leftMs <= 0 || isOver()) return found;
    // "now" is the moment of the first read.
    start = parseChangeCursor(found.cursor) ?? start;
    await next.wait(Math.min(askEveryMs, leftMs));
  }
}

const dayMs = 24 * 3_600_000;

/** The time from which a feed that is read for the first time has changes. */
export function changesSince(changesRetentionDays: number, now: number): number {
  return now - changesRetentionDays * dayMs;
}
