import { flushCompileCache } from "node:module";
import { before, describe } from "node:test";
import { resolve } from "node:path";

/*
 * Runs the tests of all named files in one process, each file as a suite of its own: hooks that stand outside
 * a suite in a file then belong to that file's tests only. Files are loaded one after the other, because modules
 * that load together may run in one another's suite. The compiled code is kept at once instead of at the end of the
 * process, because processes that start meanwhile load the same modules.
 */
const all = Promise.withResolvers<void>();
// Node considers the tests ended when those of the files so far have ended, and runs the hooks that follow them.
before(() => all.promise);
for (const file of process.argv.slice(2)) {
  const one = Promise.withResolvers<void>();
  describe(file, async () => {
    try {
      await import(resolve(file));
      flushCompileCache();
    } finally {
      one.resolve();
    }
  });
  await one.promise;
}
all.resolve();
