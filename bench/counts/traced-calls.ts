import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

/**
 * The system calls of a process and its threads during `work`, by `strace`; null where this machine has none or
 * may not trace.
 */
export async function traceCalls(
  pid: number,
  folder: string,
  work: () => Promise<unknown>,
): Promise<number | null> {
  if (spawnSync("strace", ["-V"]).error !== undefined) return null;
  const file = join(folder, `strace-${pid}`);
  const tracer = spawn("strace", ["-f", "-c", "-U", "calls,name", "-p", String(pid), "-o", file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const gone = once(tracer, "exit");
  const attached = once(createInterface(tracer.stderr), "line").then(([line]) =>
    String(line).includes("attached"),
  );
  if (!(await Promise.race([attached, gone.then(() => false)]))) return null;
  await work();
  tracer.kill("SIGINT");
  await gone;
  const total = /^\s*(\d+)\s+total$/m.exec(readFileSync(file, "utf8"))?.[1];
  return total === undefined ? null : Number(total);
}
