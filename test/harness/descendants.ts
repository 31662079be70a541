import { execFileSync } from "node:child_process";

/**
 * Ends the descendants of a process, and with `andItself` the process. PostgreSQL and its guardian stay: the
 * guardian ends the server and removes its files once nobody holds its standard input.
 */
export function killDescendants(pid: number, { andItself = false } = {}): void {
  // Parents come first, because they would restart what has ended.
  const all = descendants(pid);
  for (const one of andItself ? [pid, ...all] : all) {
    try {
      process.kill(one, "SIGKILL");
    } catch {
      // The process has ended by itself.
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
