import { readFileSync } from "node:fs";

/** The kernel counts in ticks, a hundred a second on every Linux that Node runs on. */
const ticksPerSecond = 100;

/**
 * The processor time that this process and all its ended descendants have used so far, user and system
 * together. Elsewhere than on Linux it is this process's own.
 */
export function processorSeconds(): number {
  try {
    const stat = readFileSync("/proc/self/stat", "latin1");
    // The second field, the program's name, may contain spaces; utime is the 12th field after it (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  }
}
