import { availableParallelism, cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** A lane for each processor, and at most this many more per processor for jobs that wait. */
const lanesPerProcessor = 4;
const lookEveryMs = 150;
/** The time until a new job's share of the processors is visible. */
const settleMs = 600;
/** The idle share of all processors above which one more job may begin. */
const idleShare = 0.2;

/**
 * Runs all jobs in order. As many run side by side as there are processors, and more while processors are
 * idle, because a job that waits needs none. On a busy machine nothing is added.
 */
export async function runInLanes(work: readonly (() => Promise<void>)[]): Promise<void> {
  const processors = availableParallelism();
  const running = new Set<Promise<void>>();
  let startedAt = 0;
  let before = processorTimes();
  for (const piece of work) {
    while (running.size >= processors) {
      await Promise.race([...running, sleep(lookEveryMs)]);
      if (performance.now() - startedAt < settleMs) continue;
      const now = processorTimes();
      const share = (now.idle - before.idle) / (now.all - before.all);
      before = now;
      if (share > idleShare && running.size < processors * lanesPerProcessor) break;
    }
    const one = piece().finally(() => running.delete(one));
    running.add(one);
    startedAt = performance.now();
    before = processorTimes();
  }
  await Promise.all(running);
}

function processorTimes(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((each) => each.times);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  return {
    idle: sum(times.map(({ idle }) => idle)),
    all: sum(times.flatMap((each) => Object.values(each))),
  };
}
