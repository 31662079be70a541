import { execFileSync } from "node:child_process";

/**
 * Ends what a process has started, and what that has; `andItself` as well. PostgreSQL stays, with the
 * process that looks after it, which ends it and removes its files once nobody holds its standard
 * input.
 */
export function killDescendants(pid: number, { andItself = false } = {}): void {
  // Who starts anew what has ended stands before it.
  const all = descendants(pid);
  for (const one of andItself ? [pid, ...all] : all) {
    try {
      process.kill(one, "SIGKILL");
    } catch {
      // It ended by itself.
    }
  }
}

function descendants(pid: number): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => !line.includes("postgres-process.ts"))
    .map((line) => line.trim().split(/\s+/).map(Number));
  const of = (parent: number): number[] =>
    rows.flatMap(([child = 0, itsParent]) => (itsParent === parent ? [child, ...of(child)] : []));
  return of(pid);
}
