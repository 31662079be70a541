import { setTimeout as sleep } from "node:timers/promises";
import { parseChangeCursor, type ChangesStart } from "../../src/domain/change-feed.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import type { AccountStore } from "../../src/store/account-store.ts";
import type { Change } from "../../src/store/changes/read-changes.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { isUnavailable } from "../../test/harness/is-unavailable.ts";
import { stormAccount } from "../../test/harness/storm-data.ts";
import type { SeenChange } from "./feed-breaches.ts";

/** Everything that one reader of the storm's feed has read, from the first change to the last. */
export async function followFeed(
  databaseUrl: string,
  step: number,
  isOver: () => boolean,
): Promise<readonly Change[]> {
  const store = openStore(databaseUrl);
  const seen: Change[] = [];
  let start: ChangesStart = "start";
  try {
    const account = await accountOf(store);
    for (;;) {
      const wasOver = isOver();
      const limit = wasOver ? 500 : step;
      const found = await patiently(() => account.readChanges({ start, limit, since: 0 }));
      if (isRefused(found)) throw new Error("A cursor of the feed was refused.");
      seen.push(...found.changes);
      start = parseChangeCursor(found.cursor) ?? start;
      if (found.changes.length > 0) continue;
      if (wasOver) return seen;
      await sleep(50);
    }
  } finally {
    await store.close();
  }
}

/** What the follower saw, to be compared with what was made. */
export function asSeen(changes: readonly Change[]): SeenChange[] {
  return changes.map(({ line, ...change }) => ({
    ...change,
    of: line.kind === "booking" ? line.booking : "",
  }));
}

/** The storm's account, as soon as it is there. */
export async function accountOf(store: Store): Promise<AccountStore> {
  for (;;) {
    const id = await patiently(() => store.accounts.identify(stormAccount));
    if (id !== null) return store.account(id);
    await sleep(20);
  }
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await sleep(20);
    }
  }
}
