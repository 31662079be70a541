import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { after } from "node:test";
import { isMainThread } from "node:worker_threads";
import { killDescendants } from "./descendants.ts";

/**
 * Loaded before every test file, with `?graceMs=` behind its name. A process whose tests have ended
 * has to end as well: when something keeps it open for longer, such as a service that nobody closed
 * since a test failed before, it says what, ends itself, and has failed. However it ends, what it has
 * started ends with it.
 */
const graceMs = Number(new URL(import.meta.url).searchParams.get("graceMs"));
// Threads and forks of a test file are given what it was given.
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
  });
}

function endLate(): void {
  const open = process.getActiveResourcesInfo().join(", ");
  console.error(`The tests have ended, but not their process. Still open: ${open}.`);
  process.exit(1);
}
