import type { CommandContext } from "./command-context.ts";
import { ProgressBar } from "./progress-bar.ts";

/** A copy that takes less time has no bar. */
const quietMs = 500;

export interface CopyProgress {
  readonly onProgress: (done: number, total: number) => void;
  readonly onChecking: () => void;
}

/** Copies a database and draws the progress on standard error, where that is a terminal. */
export async function withCopyProgress<T>(
  context: CommandContext,
  copy: (progress: CopyProgress) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  let bar: ProgressBar | null = null;
  try {
    return await copy({
      onProgress: (done, total) => {
        if (context.drawsProgress && performance.now() - startedAt > quietMs) {
          bar ??= new ProgressBar("Copying {bar} {percentage}%", total);
        }
        bar?.update(done);
      },
      onChecking: () => {
        bar?.stop();
        // The check blocks the event loop, so nothing can be drawn.
        if (bar !== null) context.say("Checking the copy …");
        bar = null;
      },
    });
  } finally {
    // The compiler does not see the assignments inside the callbacks.
    (bar as ProgressBar | null)?.stop();
  }
}
