import { parentPort, workerData } from "node:worker_threads";
import { scrapeDuring } from "./scrapes.ts";
import { SignInFlood } from "./sign-in-flood.ts";
import type { FloodAnswer, FloodOrder } from "./flooders.ts";

/** A thread that floods the operator's listener when it is asked to. */
const { operator } = workerData as { readonly operator: string };
const signIns = new SignInFlood(operator);

parentPort?.on("message", (order: FloodOrder) => void flood(order));

async function flood({ ms, kinds, scrapes }: FloodOrder): Promise<void> {
  const [refused, scraped] = await Promise.all([
    signIns.during(ms, kinds),
    scrapes === null ? 0 : scrapeDuring(operator, ms, scrapes),
  ]);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window.
  parentPort?.postMessage({ refused, scraped, wrong: signIns.wrong } satisfies FloodAnswer);
}
