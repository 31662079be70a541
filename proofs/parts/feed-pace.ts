import { setTimeout as sleep } from "node:timers/promises";
import { parseChangeCursor, type ChangesStart } from "../../src/domain/change-feed.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import type { AccountStore } from "../../src/store/account-store.ts";
import { awaitChanges } from "../../src/usecases/operator/await-changes.ts";

const rounds = 50;
const waiting = {
  waitMs: 30_000,
  isOver: () => false,
  askAgain: async () => {},
  now: () => performance.now(),
};

/**
 * Reads an account's feed from its start as one follower does, then waits for single changes and measures
 * the time from the end of each change to its arrival. `change` makes one.
 */
export async function feedPace(
  account: AccountStore,
  change: () => Promise<void>,
): Promise<Readonly<Record<string, number>>> {
  let start: ChangesStart = "start";
  let entries = 0;
  const began = performance.now();
  for (;;) {
    const found = await account.readChanges({ start, limit: 500, since: 0 });
    if (isRefused(found)) throw new Error("A cursor of the feed was refused.");
    if (found.changes.length === 0) break;
    entries += found.changes.length;
    start = parseChangeCursor(found.cursor) ?? start;
  }
  const seconds = (performance.now() - began) / 1000;
  const delays: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const arrival = arrivalAfter(account, start);
    // The steps differ from the follower's interval, so that changes meet each part of it.
    await sleep(7 * round);
    await change();
    const madeAt = performance.now();
    const { found, at } = await arrival;
    if (isRefused(found)) throw new Error("A cursor of the feed was refused.");
    start = parseChangeCursor(found.cursor) ?? start;
    delays.push(Math.max(0, at - madeAt));
  }
  const inOrder = delays.toSorted((one, other) => one - other);
  const at = (part: number) => Math.round(inOrder[Math.floor(part * rounds)] ?? 0);
  return {
    "entries a second": Math.round(entries / seconds),
    "delay p50 in ms": at(0.5),
    "delay p99 in ms": at(0.99),
  };
}

async function arrivalAfter(account: AccountStore, start: ChangesStart) {
  const found = await awaitChanges(account, { start, limit: 500, since: 0 }, waiting);
  return { found, at: performance.now() };
}
