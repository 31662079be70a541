import { Presets, SingleBar } from "cli-progress";
import type { CommandContext } from "./command-context.ts";

/** A copy that is done sooner is not worth a bar. */
const quietMs = 500;

export interface CopyProgressBar {
  readonly onProgress: (done: number, total: number) => void;
  readonly onChecking: () => void;
  readonly stop: () => void;
}

/** Draws how far a copy of a database is, on standard error, where that is a terminal. */
export function copyProgressBar(context: CommandContext): CopyProgressBar {
  if (!context.drawsProgress) return { onProgress: () => {}, onChecking: () => {}, stop: () => {} };
  const startedAt = performance.now();
  let bar: SingleBar | null = null;
  return {
    onProgress: (done, total) => {
      if (bar === null && performance.now() - startedAt > quietMs) {
        bar = new SingleBar(
          { format: "Copying {bar} {percentage}%", hideCursor: true, clearOnComplete: true },
          Presets.shades_classic,
        );
        bar.start(total, done);
      }
      bar?.update(done);
    },
    onChecking: () => {
      bar?.stop();
      // Nothing can be drawn during the check.
      if (bar !== null) context.say("Checking the copy …");
      bar = null;
    },
    stop: () => bar?.stop(),
  };
}
