import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";

/** Where a run took place, and with what. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly kernel: string;
  readonly node: string;
  readonly engines: readonly string[];
  /** The commit of the service; null where that cannot be told. */
  readonly commit: string | null;
  /** How many programs wanted a core in the minute before the run. */
  readonly load: number;
}

export function describeMachine(engines: readonly string[]): Machine {
  const { status, stdout } = spawnSync("git", ["rev-parse", "--short", "HEAD"], {
    encoding: "utf8",
  });
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: readFileSync("/proc/sys/kernel/osrelease", "utf8").trim(),
    node: process.version,
    engines,
    commit: status === 0 ? stdout.trim() : null,
    load: loadavg()[0] ?? 0,
  };
}
