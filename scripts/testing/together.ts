import { before } from "node:test";
import { resolve } from "node:path";

/*
 * Runs the tests of all named files in one process. The tests wait until all files are loaded: Node considers the tests
 * ended when those of the files so far have ended, and runs the hooks that follow them.
 */
const loaded = Promise.withResolvers<void>();
before(() => loaded.promise);
for (const file of process.argv.slice(2)) await import(resolve(file));
loaded.resolve();
