import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";

/** The machine and the versions of a run. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly kernel: string;
  readonly node: string;
  readonly engines: readonly string[];
  /** The commit of the service; null where it is unknown. */
  readonly commit: string | null;
  /** The load average of the minute before the run. */
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
