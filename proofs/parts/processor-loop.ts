import { workerData } from "node:worker_threads";

/** A thread that uses the part `share` of a processor until it is ended. */
const { share } = workerData as { readonly share: number };
const iterations = 20_000;
const restMs = 1;

const startedAt = performance.now();
const before = worked();
let sum = 0;
work();

function work(): void {
  while (worked() - before < (performance.now() - startedAt) * share) {
    for (let index = 0; index < iterations; index += 1) sum += Math.sqrt(index);
  }
  setTimeout(work, restMs);
}

/** Milliseconds of processor time of this thread. */
function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
