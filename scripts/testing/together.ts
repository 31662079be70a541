import { resolve } from "node:path";

/** Runs the tests of all named files in one process. */
for (const file of process.argv.slice(2)) await import(resolve(file));
