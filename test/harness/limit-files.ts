import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";
import { killDescendants } from "./descendants.ts";

/**
 * Ends every process that this one starts for one of the test files and that exceeds the limit, with its
 * descendants; that file has failed. It works from outside, so also on a process that is too busy for its own
 * timers.
 */
export function limitFiles(files: readonly string[], limitMs: number): void {
  subscribe("child_process", (made) => {
    const { process: child } = made as { process: ChildProcess };
    child.once("spawn", () => {
      const file = child.spawnargs.find((word) => files.includes(word));
      if (file === undefined) return;
      const limit = setTimeout(() => {
        console.error(`${file} has not ended after ${limitMs / 1000} s.`);
        killDescendants(child.pid ?? 0, { andItself: true });
      }, limitMs);
      child.once("exit", () => clearTimeout(limit));
    });
  });
}
