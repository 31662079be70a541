import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { Changes, ChangesQuestion, ChangesRefusal } from "../../store/changes/read-changes.ts";
import { parseChangeCursor } from "../../domain/change-feed.ts";

/** The interval between two reads of a follower. It holds no connection and no lock in between. */
const askEveryMs = 200;

export interface Waiting {
  readonly waitMs: number;
  /** Ends the wait early, with no changes. */
  readonly isOver: () => boolean;
  readonly pause: (ms: number) => Promise<unknown>;
}

/** Reads changes. Where there are none yet, it waits for the first ones. */
export async function awaitChanges(
  account: Pick<AccountStore, "readChanges">,
  question: ChangesQuestion,
  { waitMs, isOver, pause }: Waiting,
): Promise<Changes | Refused<ChangesRefusal>> {
  let found = await account.readChanges(question);
  for (let waited = 0; waited < waitMs; waited += askEveryMs) {
    if (isRefused<ChangesRefusal>(found) || found.changes.length > 0 || isOver()) return found;
    await pause(askEveryMs);
    // "now" is the moment of the first read.
    const start = parseChangeCursor(found.cursor) ?? question.start;
    found = await account.readChanges({ ...question, start });
  }
  return found;
}

const dayMs = 24 * 3_600_000;

/** The time from which a feed that is read for the first time has changes. */
export function changesSince(changesRetentionDays: number, now: number): number {
  return now - changesRetentionDays * dayMs;
}
