import { readdirSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

/** Where processors are short, callers get about nine times as much of them. */
const niceness = 10;

/**
 * Gives callers precedence over the calling thread. Linux has a priority for each thread; elsewhere the process
 * has one, which callers would lose too.
 */
export function lowerThreadPriority(): void {
  if (process.platform === "linux") lower(0);
}

/** Gives callers, who are served by another process, precedence over all threads of this one. */
export function lowerProcessPriority(): void {
  // V8 has threads of its own, which collect garbage and compile. Later threads inherit the priority.
  const threads =
    process.platform === "linux" ? readdirSync("/proc/self/task").map(Number) : [process.pid];
  for (const thread of threads) lower(thread);
}

function lower(thread: number): void {
  try {
    setPriority(thread, Math.max(getPriority(thread), niceness));
  } catch {
    // Systemd's filter @resources refuses it, and a thread may have ended. The work is the same at any priority.
  }
}
