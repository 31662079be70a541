import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import { after } from "node:test";
import { isMainThread } from "node:worker_threads";
import { killDescendants } from "./descendants.ts";
import { processorSeconds } from "./processor-seconds.ts";

/**
 * Loaded before every test file, with `?graceMs=` after its name. A process whose tests have ended must end
 * too. When something keeps it open, such as a service that a failed test did not close, it names that, ends
 * itself, and has failed. Its descendants end with it in any case. The file that `usage` names receives its
 * processor time.
 */
const words = new URL(import.meta.url).searchParams;
const graceMs = Number(words.get("graceMs"));
const usage = words.get("usage") ?? "";
// Threads and forks of a test file inherit its flags.
if (isMainThread && process.channel === undefined) {
  after(() => setTimeout(endLate, graceMs).unref());
  const children = new Set<ChildProcess>();
  subscribe("child_process", (made) => {
    const { process: child } = made as { process: ChildProcess };
    children.add(child);
    child.once("exit", () => children.delete(child));
  });
  process.on("exit", () => {
    if (children.size > 0) killDescendants(process.pid);
    writeFileSync(usage, String(processorSeconds()));
  });
}

function endLate(): void {
  const open = process.getActiveResourcesInfo().join(", ");
  console.error(`The tests have ended, but not their process. Still open: ${open}.`);
  process.exit(1);
}
