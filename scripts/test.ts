import { chmodSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { killDescendants } from "../test/harness/descendants.ts";
import { limitFiles } from "../test/harness/limit-files.ts";
import { startPostgres, type PostgresServer } from "../test/harness/postgres-server.ts";

/**
 * Runs the tests, all or those whose files match the given globs, and ends with one line that counts
 * them: `N passed, N failed`.
 *
 * What is under `test/` runs once for each engine; `test/sqlite/` and `test/postgres/` are about one
 * of them, `test/http/` about what is the same on each. `--engine sqlite` or `--engine postgres` runs
 * one engine only. PostgreSQL is a server of the run's own, unless `TEST_DATABASE_URL` names one on
 * which databases may be made. `--times` tells which files took longest. A file that has not ended after
 * 300 seconds, or the seconds of `--limit`, is ended and has failed; so is one that goes on although
 * its tests have ended.
 *
 * Everything the tests leave on the disk is in one folder, which goes at the end, also when the run
 * is ended early; so do the processes.
 */
const folders = [
  "src",
  "contract",
  "sdk",
  "account-page",
  "console",
  "examples",
  "conformance",
  "bench",
  "test",
];
const everywhere = folders.map((folder) => `${folder}/**/*.test.{ts,js}`);
const sameForAll =
  /^test\/(sqlite|http|sdk|harness|repository)\/|^test\/(mutants|demo-traffic|lifecycle|export-command|command-line-seats)\.test\.ts$/;
const { engines, patterns, showTimes, limitMs } = readWords(process.argv.slice(2));
const files = globSync(patterns).toSorted();
const fileEnds = `${import.meta.resolve("../test/harness/file-ends.ts")}?graceMs=${limitMs / 30}`;
limitFiles(files, limitMs);
const stopper = new AbortController();
const started: PostgresServer[] = [];
let passed = 0;
let failed = 0;

const folder = mkdtempSync(join(tmpdir(), "booking-tests-"));
// The user that PostgreSQL runs as, when this is root, has its files in it.
chmodSync(folder, 0o755);
process.env["TMPDIR"] = folder;
// Hundreds of processes load the same modules.
process.env["NODE_COMPILE_CACHE"] = join(folder, "compiled");
for (const [signal, number] of [
  ["SIGINT", 2] as const,
  ["SIGTERM", 15] as const,
  ["SIGHUP", 1] as const,
]) {
  process.on(signal, () => void stop(128 + number));
}

try {
  for (const engine of engines) await runEngine(engine);
} catch (error) {
  console.error((error as Error).message);
  failed += 1;
} finally {
  for (const server of started) await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
}
const nothingRan = passed + failed === 0;
if (nothingRan) console.log(`No test matches ${patterns.join(" ")}.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || nothingRan ? 1 : 0;

type EngineName = "sqlite" | "postgres";

function readWords(words: string[]) {
  const times = words.indexOf("--times");
  if (times !== -1) words.splice(times, 1);
  const limit = words.indexOf("--limit");
  const [, seconds = "300"] = limit === -1 ? [] : words.splice(limit, 2);
  const flag = words.indexOf("--engine");
  const named = flag === -1 ? ["sqlite", "postgres"] : words.splice(flag, 2).slice(1);
  return {
    engines: (["sqlite", "postgres"] as const).filter((engine) => named.includes(engine)),
    patterns: words.length > 0 ? words : everywhere,
    showTimes: times !== -1,
    limitMs: Number(seconds) * 1000,
  };
}

async function runEngine(engine: EngineName): Promise<void> {
  const its = files.filter((file) => isAbout(file, engine));
  if (its.length === 0) return;
  process.env["TEST_ENGINE"] = engine;
  console.log(`\n${engine}: ${its.length} files`);
  if (engine === "postgres" && (process.env["TEST_DATABASE_URL"] ?? "") === "") {
    const server = await startPostgres();
    started.push(server);
    process.env["TEST_DATABASE_URL"] = server.url;
  }
  await runFiles(its);
}

/** What is the same whatever the engine runs once, with the embedded one. */
function isAbout(file: string, engine: EngineName): boolean {
  if (engine === "sqlite") return !file.startsWith("test/postgres/");
  return file.startsWith("test/") && !sameForAll.test(file);
}

async function runFiles(its: string[]): Promise<void> {
  const { signal } = stopper;
  const execArgv = ["--import", fileEnds];
  const events = run({ files: its, concurrency: 2, timeout: limitMs / 2, signal, execArgv });
  const times = new Map<string, number>();
  const took = ({ nesting, file = "", details }: Ended) => {
    if (nesting === 0) times.set(file, (times.get(file) ?? 0) + details.duration_ms);
  };
  events.on("test:pass", (data) => {
    took(data);
    if (data.details.type !== "suite") passed += 1;
  });
  events.on("test:fail", (data) => {
    took(data);
    // A suite fails with its tests, which are counted already, or on its own.
    const { failureType } = data.details.error as { failureType?: string };
    if (data.details.type !== "suite" || failureType !== "subtestsFailed") failed += 1;
  });
  const report = events.compose(spec);
  report.pipe(process.stdout, { end: false });
  await new Promise((resolve) => report.on("end", resolve));
  if (showTimes) tellTimes(times);
}

interface Ended {
  readonly nesting: number;
  readonly file?: string | undefined;
  readonly details: { readonly duration_ms: number };
}

function tellTimes(times: ReadonlyMap<string, number>): void {
  for (const [file, ms] of [...times].toSorted(([, one], [, other]) => other - one).slice(0, 20)) {
    console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
  }
}

/** Ends everything that was started, and then this. */
async function stop(status: number): Promise<never> {
  stopper.abort();
  killDescendants(process.pid);
  for (const server of started) await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
  process.exit(status);
}
