import { once } from "node:events";
import { Worker } from "node:worker_threads";

/**
 * Runs `work` beside endless loops that use this many processors, as few threads as can. A loop that had to wait
 * for a processor makes up for it, so that it uses as much on a busy machine.
 */
export async function besideLoops<T>(processors: number, work: () => Promise<T>): Promise<T> {
  const count = Math.ceil(processors);
  const share = processors / count;
  const loops = Array.from(
    { length: count },
    () => new Worker(new URL("processor-loop.ts", import.meta.url), { workerData: { share } }),
  );
  try {
    await Promise.all(loops.map((loop) => once(loop, "online")));
    return await work();
  } finally {
    await Promise.all(loops.map((loop) => loop.terminate()));
  }
}
