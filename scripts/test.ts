import { globSync } from "node:fs";
import { run } from "node:test";
import { spec } from "node:test/reporters";

/**
 * Runs the tests, all or those whose files match the given globs, and ends with one line that counts
 * them: `N passed, N failed`.
 */
const everywhere = ["src/**/*.test.ts", "contract/**/*.test.ts", "test/**/*.test.ts"];
const patterns = process.argv.length > 2 ? process.argv.slice(2) : everywhere;
const files = globSync(patterns).toSorted();

let passed = 0;
let failed = 0;
const events = run({ files, concurrency: 2, timeout: 300_000 });
events.on("test:pass", ({ details }) => {
  if (details.type !== "suite") passed += 1;
});
events.on("test:fail", ({ details }) => {
  // A suite fails with its tests, which are counted already, or on its own.
  const { failureType } = details.error as { failureType?: string };
  if (details.type !== "suite" || failureType !== "subtestsFailed") failed += 1;
});
const report = events.compose(spec);
report.pipe(process.stdout);
report.on("end", () => {
  const nothingRan = passed + failed === 0;
  if (nothingRan) console.log(`No test matches ${patterns.join(" ")}.`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || nothingRan ? 1 : 0;
});
