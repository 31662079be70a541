import { flushCompileCache } from "node:module";
import { describe } from "node:test";
import { resolve } from "node:path";

/*
 * Runs the tests of all named files in one process, each file as a suite of its own: hooks that stand outside
 * a suite in a file then belong to that file's tests only. The compiled code is kept at once instead of at the
 * end of the process, because processes that start meanwhile load the same modules.
 */
for (const file of process.argv.slice(2)) {
  describe(file, async () => {
    await import(resolve(file));
    flushCompileCache();
  });
}
