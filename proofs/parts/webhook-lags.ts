import { setTimeout as sleep } from "node:timers/promises";
import { quantile } from "../../bench/statistics/quantile.ts";
import type { AccountStore } from "../../src/store/account-store.ts";
import { makeChanges, type Work } from "./booking-changes.ts";
import { openTroubledReceiver } from "./troubled-receivers.ts";
import type { Stage } from "./webhook-stage.ts";

/** In changes a second. */
export const paces = [10, 100, 1_000];
export const secondsOfPace = 10;
const patienceMs = 90_000;

/** The time from a change to its receipt, at several paces, with one webhook whose receiver answers at once. */
export async function measureLags(account: AccountStore, stage: Stage, work: Work, most: number) {
  await using receiver = await openTroubledReceiver(async () => 200, false);
  await stage.make(receiver);
  const figures: Record<string, string> = {};
  for (const pace of paces) {
    receiver.lags.splice(0);
    const begun = performance.now();
    const made = await makeChanges(account, work, Math.min(pace * secondsOfPace, most), {
      pace,
    });
    const reached = Math.round((made * 1_000) / (performance.now() - begun));
    for (const until = performance.now() + patienceMs; performance.now() < until;) {
      if (receiver.lags.length >= made) break;
      await sleep(20);
    }
    const { lags } = receiver;
    figures[`lag at ${reached} a second, p50 and p99, ms`] = `${p(lags, 0.5)} and ${p(lags, 0.99)}`;
  }
  return figures;
}

export function p(values: readonly number[], part: number): number {
  return Math.round(quantile(values, part));
}
