import { availableParallelism, cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** One lane for each processor, and as many more as this for those that wait. */
const lanesPerProcessor = 4;
const lookEveryMs = 150;
/** What has just begun needs so long until its share of the processors can be seen. */
const settleMs = 600;
/** With so much of all processors idle there is room for one more. */
const idleShare = 0.2;

/**
 * Does all the work, in its order. As many pieces run beside each other as there are processors, and
 * more as long as processors are idle: what waits leaves its processor to others. On a machine that
 * is busy with other things nothing is added.
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
