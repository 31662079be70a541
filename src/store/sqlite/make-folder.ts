import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder, and those above it that are missing. Node's own `recursive` repeats itself without end where
 * `mkdir` answers ENOENT in a folder that exists, as in /proc.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const missing: string[] = [];
  for (let each = resolve(path); !existsSync(each); each = dirname(each)) missing.push(each);
  for (const each of missing.toReversed()) {
    try {
      mkdirSync(each, { mode });
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      // Another process has made it meanwhile.
      if (code === "EEXIST") continue;
      const fault = new Error(`the folder ${each} cannot be made (${code})`, { cause });
      throw Object.assign(fault, { syscall: "mkdir" });
    }
  }
}
