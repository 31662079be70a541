import { globSync } from "node:fs";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { startPostgres } from "../test/harness/postgres-server.ts";

/**
 * Runs the tests, all or those whose files match the given globs, and ends with one line that counts
 * them: `N passed, N failed`.
 *
 * What is under `test/` runs once for each engine; `test/sqlite/` and `test/postgres/` are about one
 * of them. `--engine sqlite` or `--engine postgres` runs one engine only. PostgreSQL is a server of
 * the run's own, unless `TEST_DATABASE_URL` names one on which databases may be made.
 */
const folders = ["src", "contract", "sdk", "examples", "test"];
const everywhere = folders.map((folder) => `${folder}/**/*.test.{ts,js}`);
const { engines, patterns } = readWords(process.argv.slice(2));
const files = globSync(patterns).toSorted();
let passed = 0;
let failed = 0;

for (const engine of engines) {
  const its = files.filter((file) => isAbout(file, engine));
  if (its.length === 0) continue;
  process.env["TEST_ENGINE"] = engine;
  console.log(`\n${engine}: ${its.length} files`);
  if (engine === "postgres" && (process.env["TEST_DATABASE_URL"] ?? "") === "") {
    await using server = await startPostgres();
    process.env["TEST_DATABASE_URL"] = server.url;
    await runFiles(its);
  } else {
    await runFiles(its);
  }
}

const nothingRan = passed + failed === 0;
if (nothingRan) console.log(`No test matches ${patterns.join(" ")}.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || nothingRan ? 1 : 0;

type EngineName = "sqlite" | "postgres";

function readWords(words: string[]): { engines: EngineName[]; patterns: string[] } {
  const flag = words.indexOf("--engine");
  const named = flag === -1 ? [] : words.splice(flag, 2).slice(1);
  return {
    engines: (["sqlite", "postgres"] as const).filter(
      (engine) => flag === -1 || named.includes(engine),
    ),
    patterns: words.length > 0 ? words : everywhere,
  };
}

/** What knows no database runs once, with the embedded engine. */
function isAbout(file: string, engine: EngineName): boolean {
  const other = engine === "sqlite" ? "postgres" : "sqlite";
  if (file.startsWith(`test/${other}/`)) return false;
  return engine === "sqlite" || file.startsWith("test/");
}

function runFiles(its: string[]): Promise<void> {
  const events = run({ files: its, concurrency: 2, timeout: 300_000 });
  events.on("test:pass", ({ details }) => {
    if (details.type !== "suite") passed += 1;
  });
  events.on("test:fail", ({ details }) => {
    // A suite fails with its tests, which are counted already, or on its own.
    const { failureType } = details.error as { failureType?: string };
    if (details.type !== "suite" || failureType !== "subtestsFailed") failed += 1;
  });
  const report = events.compose(spec);
  report.pipe(process.stdout, { end: false });
  return new Promise((resolve) => report.on("end", resolve));
}
