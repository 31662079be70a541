import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Times of threads since they began, in milliseconds. */
export interface ThreadTime {
  /** On a processor. */
  readonly worked: number;
  /** Ready to run, while other threads had the processors. */
  readonly waited: number;
}

/** Sums the times of the main threads of these processes, by the scheduler's own count. */
export function mainThreadTime(pids: readonly number[]): ThreadTime {
  let [worked, waited] = [0, 0];
  for (const pid of pids) {
    const text = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8");
    const [ran = 0, delayed = 0] = text.split(" ").map(Number);
    worked += ran / 1e6;
    waited += delayed / 1e6;
  }
  return { worked, waited };
}

/** Linux counts the processor time of processes in hundredths of a second (proc(5): `_SC_CLK_TCK`). */
const msPerTick = 10;

/** Sums the processor time of these processes with all their threads, in milliseconds. */
export function processTime(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + statOf(pid).ownMs, 0);
}

interface ProcessStat {
  /** The process that started it. */
  readonly parent: number;
  readonly ownMs: number;
  /** What its ended children used. */
  readonly endedChildrenMs: number;
}

/** Reads `/proc/PID/stat` (proc(5): `ppid`, `utime`, `stime`, `cutime`, `cstime`). */
export function statOf(pid: number): ProcessStat {
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const fields = rest.split(" ").map(Number);
  const [, parent = NaN] = fields;
  const [user = NaN, system = NaN, childrenUser = NaN, childrenSystem = NaN] = fields.slice(11);
  return {
    parent,
    ownMs: (user + system) * msPerTick,
    endedChildrenMs: (childrenUser + childrenSystem) * msPerTick,
  };
}

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.trim().split(" ").filter(Boolean).map(Number);
}

/** The part of the machine's processors that other programs use, from 0 to 1; takes a second. */
export async function usedByOthers(): Promise<number> {
  const read = () => {
    const [, ...fields] = readFileSync("/proc/stat", "utf8").split("\n")[0]!.split(/ +/);
    const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0] = fields.map(Number);
    return { busy: user + nice + system, idle: idle + waiting };
  };
  const before = read();
  await sleep(1_000);
  const after = read();
  const busy = after.busy - before.busy;
  return busy / Math.max(1, busy + after.idle - before.idle);
}
