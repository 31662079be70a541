import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Store } from "../store/store.ts";
import { repeat } from "./repeat.ts";

/** A reminder is written within five seconds of its moment: a look each second, a settling time, and the wait for its turn. */
const lookMs = 1_000;
const clockMs = 5 * 60_000;

/**
 * Writes the due reminders of all accounts until it is closed, in the operators' thread, so that callers do not wait for it.
 * Half of the time is left to operators, and to writers who wait for SQLite's lock.
 */
export function startReminding(
  store: Pick<Store, "tellReminders" | "returnRemindersToClock">,
  logger: Logger,
): { close(): Promise<void> } {
  const stopper = new AbortController();
  const { signal: stopping } = stopper;
  const telling = {
    now: () => Date.now(),
    pause: async (tookMs: number) => {
      // Closing aborts the pause, which is no error.
      await sleep(tookMs, undefined, { signal: stopping }).catch(() => {});
    },
    stopping,
  };
  let returnAt = -Infinity;
  const looking = repeat(
    lookMs,
    async () => {
      if (performance.now() >= returnAt) {
        await store.returnRemindersToClock(Date.now());
        returnAt = performance.now() + clockMs;
      }
      const told = await store.tellReminders(telling);
      if (told > 0) logger.debug({ reminders: told }, "told reminders");
    },
    logger,
  );
  return {
    close: async () => {
      stopper.abort();
      await looking.close();
    },
  };
}
