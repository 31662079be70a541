import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { DatabaseSync } from "node:sqlite";

/**
 * Loaded before a program (`--import`). It kills the program, as a power cut would, just before the step with
 * the number in `DIE_AT_STEP`. A step is anything that may change files: a call that names, removes or syncs
 * one, a statement for SQLite, and the end of a connection. With `FAIL_LINKS`, the file system has no links.
 */
const dieAt = Number(process.env["DIE_AT_STEP"]);
let steps = 0;

function countStep(): void {
  steps += 1;
  if (steps === dieAt) process.kill(process.pid, "SIGKILL");
}

function before<T extends object>(owner: T, names: readonly (keyof T)[], act: () => void): void {
  for (const name of names) {
    const original = owner[name] as (...words: unknown[]) => unknown;
    owner[name] = function counted(this: unknown, ...words: unknown[]) {
      act();
      return original.apply(this, words);
    } as T[keyof T];
  }
}

before(fs, ["linkSync", "renameSync", "rmSync", "fsyncSync"], countStep);
before(DatabaseSync.prototype, ["exec", "close"], countStep);
if (process.env["FAIL_LINKS"] === "1") {
  before(fs, ["linkSync"], () => {
    throw Object.assign(new Error("EPERM: operation not permitted, link"), { code: "EPERM" });
  });
}
syncBuiltinESMExports();
