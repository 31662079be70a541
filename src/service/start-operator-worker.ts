import { totalmem } from "node:os";
import { getRawAsset, isSea } from "node:sea";
import { fileURLToPath } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { heapLimit } from "./heap.ts";
import type { ThreadData } from "./operator-worker.ts";
import type { Settings } from "./settings.ts";

/**
 * Starts the operators' thread. It loads its half of the program at once, and opens the database when it is asked to
 * listen. This file imports little, so that the thread loads while this one loads the servers.
 */
export function startOperatorWorker(settings: Settings): Worker {
  const data: ThreadData = { settings };
  return newWorker({
    name: "operator",
    workerData: data,
    resourceLimits: heapLimit(process.constrainedMemory(), totalmem()),
  });
}

/** In a bundle, the program itself is run again, and `main.ts` recognises the thread. */
function newWorker(options: WorkerOptions): Worker {
  if (import.meta.url.endsWith(".ts")) {
    return new Worker(new URL("./operator-worker.ts", import.meta.url), options);
  }
  if (!isSea()) return new Worker(process.argv[1] ?? fileURLToPath(import.meta.url), options);
  // The executable is no file that a thread could run.
  const source = Buffer.from(getRawAsset("start.cjs")).toString();
  return new Worker(source, { ...options, eval: true });
}
