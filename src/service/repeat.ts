import type { Logger } from "pino";
import { describeFault } from "./logging.ts";

/** Runs `work` at an interval, one run at a time; a run that fails is logged. */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  logger: Logger,
): { close(): Promise<void> } {
  let working: Promise<void> | null = null;
  const timer = setInterval(() => {
    working ??= work()
      .catch((error: Error) => logger.error({ fault: describeFault(error) }, "will be tried again"))
      .finally(() => (working = null));
  }, everyMs);
  return {
    close: async () => {
      clearInterval(timer);
      await working;
    },
  };
}
