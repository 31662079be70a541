import type { ResourceLimits } from "node:worker_threads";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** B682. V8 lets the space for new objects grow to 128 MiB, which saves some 2 % of a list's processor time. */
const largest = 32 * 1_048_576;
/** V8 itself lets the space for old objects grow to four times of what is in use before it looks for garbage there. */
const growingPercent = 60;
const lookMs = 200;

/**
 * Keeps the heaps of all threads small. The space for new objects ends: between two looks it may have doubled once more,
 * because the flag for its size is read when the process starts, and how much it grows at a time whenever it grows. A
 * space that has shrunk may grow again.
 */
export function boundHeap(): { close(): void } {
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`);
  let isBound = false;
  const look = () => {
    const isLarge = newSpaceBytes() >= largest;
    if (isLarge === isBound) return;
    isBound = isLarge;
    setFlagsFromString(`--semi-space-growth-factor=${isLarge ? 1 : 2}`);
  };
  const timer = setInterval(look, lookMs).unref();
  return { close: () => clearInterval(timer) };
}

export function newSpaceBytes(): number {
  const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
  return space?.space_size ?? 0;
}

/** B680. Of Node's own 48 the thread keeps 12 even when it has nothing to do. */
const maxYoungGenerationSizeMb = 6;

/**
 * Where a container or a unit limits the memory, callers' heap and the operator's of Node's own sizes exceed it
 * together, and the system kills the process. A quarter of it is to end the thread first, which is started again.
 */
export function heapLimit(limitBytes: number, machineBytes: number): ResourceLimits {
  const isLimited = limitBytes > 0 && limitBytes < machineBytes;
  return {
    maxYoungGenerationSizeMb,
    ...(isLimited && { maxOldGenerationSizeMb: Math.floor(limitBytes / 4 / 1_048_576) }),
  };
}
