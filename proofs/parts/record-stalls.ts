import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";
import { mainThreadTime } from "./thread-time.ts";

/**
 * A module that a process of the service loads first. Appends each stall of its main thread's event loop to a
 * file in the folder that its address names: the time, and the milliseconds for which the thread worked until a
 * timer of five milliseconds was served. The time for which the thread had no processor does not count.
 */
const lookEveryMs = 5;
/** Garbage collections of some milliseconds are usual. */
const shortMs = 8;
if (isMainThread) {
  const folder = new URL(import.meta.url).searchParams.get("folder") ?? "";
  const file = join(folder, String(process.pid));
  appendFileSync(file, "");
  look(file);
}

function look(file: string): void {
  const before = worked();
  const timer = setTimeout(() => {
    const stalled = worked() - before;
    if (stalled > shortMs) appendFileSync(file, `${Date.now()} ${stalled.toFixed(1)}\n`);
    look(file);
  }, lookEveryMs);
  timer.unref();
}

function worked(): number {
  return mainThreadTime([process.pid]).worked;
}
