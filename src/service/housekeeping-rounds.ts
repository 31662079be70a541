import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { describeFault } from "./logging.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "../store/store.ts";
import { runHousekeeping } from "../usecases/housekeeping.ts";

const firstHousekeepingMs = 3_000;
const housekeepingMs = 5 * 60_000;
/** The pause between two removals of one round. */
const housekeepingPauseMs = 50;

/** Runs housekeeping in rounds until it is closed; a round that fails is logged. */
export function startHousekeeping(
  store: Store,
  days: Pick<Settings, "traceRetentionDays" | "changesRetentionDays">,
  logger: Logger,
): { close(): Promise<void> } {
  const stopper = new AbortController();
  const { signal: stopping } = stopper;
  // Closing aborts the pause, which is no error.
  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping }).catch(() => {});
  const parts = {
    housekeeping: store.housekeeping,
    traceRetentionDays: days.traceRetentionDays,
    changesRetentionDays: days.changesRetentionDays,
    pause: () => pause(housekeepingPauseMs),
    stopping,
  };
  const rounds = async () => {
    await pause(firstHousekeepingMs);
    while (!stopping.aborted) {
      try {
        const removed = await runHousekeeping(parts, Date.now());
        if (Object.values(removed).some((count) => count > 0)) {
          logger.info({ removed }, "removed what has ended");
        }
      } catch (error) {
        logger.error({ fault: describeFault(error as Error) }, "housekeeping will be tried again");
      }
      await pause(housekeepingMs);
    }
  };
  const ended = rounds();
  return {
    close: async () => {
      stopper.abort();
      await ended;
    },
  };
}
