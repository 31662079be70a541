import { globSync } from "node:fs";
import { programVersion as version } from "../../src/domain/program-version.ts";

/**
 * The tests of what a built program may do differently from the bundle that `npm test` starts: its files, its
 * processes and threads, its commands.
 */
export const builtTests: readonly string[] = [
  "test/program-files.test.ts",
  "test/conformance.test.ts",
  "test/sqlite/operating-commands.test.ts",
  "test/sqlite/symlinked-release.test.ts",
  "test/http/tracing.test.ts",
  "test/command-line.test.ts",
  "test/command-line-seats.test.ts",
  "test/demo-traffic.test.ts",
  "test/operator-api/first-run.test.ts",
  "test/processes/log.test.ts",
  "test/processes/serve.test.ts",
  "test/processes/supervision.test.ts",
  "test/processes/told-to-end.test.ts",
  ...globSync("test/sqlite/sandbox/**/*.test.ts"),
];

/** The executable of `npm run build` for this machine, relative to the project. */
export const executable = `dist/booking-${version}-${process.platform}-${process.arch}`;
