import { readdirSync, readFileSync } from "node:fs";

/** CPU time so far, in nanoseconds, of every thread of some processes and of all their descendants. */
export type CpuReading = ReadonlyMap<string, number>;

/**
 * Reads Linux's figure of each thread. A thread that ended between two readings is missing from the second.
 */
export function readCpu(roots: readonly number[]): CpuReading {
  const reading = new Map<string, number>();
  for (const pid of familyOf(roots)) {
    for (const thread of list(`/proc/${pid}/task`)) {
      const text = read(`/proc/${pid}/task/${thread}/schedstat`);
      if (text !== null) reading.set(`${pid}/${thread}`, Number(text.split(" ", 1)[0]));
    }
  }
  return reading;
}

/** Microseconds between two readings; a new thread counts from its beginning. */
export function cpuBetween(before: CpuReading, after: CpuReading): number {
  let nanoseconds = 0;
  for (const [thread, now] of after) nanoseconds += now - (before.get(thread) ?? 0);
  return nanoseconds / 1000;
}

/** How long the main thread of a process ran, and how long it waited for a processor, in seconds so far. */
export function readMainThread(pid: number): { readonly ran: number; readonly waited: number } {
  const [ran, waited] = (read(`/proc/${pid}/task/${pid}/schedstat`) ?? "")
    .split(" ", 2)
    .map(Number);
  return { ran: (ran ?? Number.NaN) / 1e9, waited: (waited ?? Number.NaN) / 1e9 };
}

/** Resident memory of these processes without their descendants, in bytes. */
export function readMemory(pids: readonly number[]): number {
  let kilobytes = 0;
  for (const pid of pids) {
    kilobytes += Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`) ?? "")?.[1] ?? 0);
  }
  return kilobytes * 1024;
}

/** The processes and all their descendants. */
export function familyOf(roots: readonly number[]): number[] {
  const children = new Map<number, number[]>();
  for (const pid of list("/proc").map(Number).filter(Number.isInteger)) {
    // The name, in brackets, may contain any character.
    const stat = read(`/proc/${pid}/stat`)?.replace(/^.*\)/s, "") ?? "";
    const parent = Number(stat.trim().split(" ")[1]);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  return [...new Set(roots.flatMap(below))];
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process has ended meanwhile.
    return null;
  }
}
