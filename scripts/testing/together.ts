import { resolve } from "node:path";

/** The tests of all files that the command line names, in one process. */
for (const file of process.argv.slice(2)) await import(resolve(file));
