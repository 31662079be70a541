import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { lintStatements } from "../test/harness/statements/lint-statements.ts";
import { killDescendants } from "../test/harness/descendants.ts";
import { processorSeconds } from "../test/harness/processor-seconds.ts";
import { limitFiles } from "../test/harness/limit-files.ts";
import { dropDatabases } from "../test/harness/server-databases.ts";
import { startPostgres, type PostgresServer } from "../test/harness/postgres-server.ts";
import { readAsked } from "./testing/asked.ts";
import { executable } from "./testing/built-tests.ts";
import { bundleSources } from "./testing/bundle-sources.ts";
import { keepDurations } from "./testing/durations.ts";
import { runInLanes } from "./testing/lanes.ts";
import { lowerPriority } from "./testing/lower-priority.ts";
import { makePlace } from "./testing/place.ts";
import { makeProgram } from "./testing/make-program.ts";
import { needsSources, plan, reachesDatabase, startsProgram, type Job } from "./testing/plan.ts";
import { Report } from "./testing/report.ts";
import { runFile, type TestEvent } from "./testing/run-file.ts";

/**
 * Runs the everyday tests, or those whose files match the given globs, and ends with one line that counts them:
 * `N passed, N failed`. `--all` also runs the tests in a browser, the long runs, and the
 * operator API on PostgreSQL.
 *
 * Tests under `test/` that reach a database run once for each engine; `test/sqlite/` and `test/postgres/` are
 * about one of them, `test/http/` about what is the same on each. `--engine sqlite` or `--engine postgres`
 * runs one engine only. `--engine citus` runs the tests of the interface and of races on the Citus coordinator
 * that `TEST_CITUS_URL` names. PostgreSQL is a server of the run's own, unless `TEST_DATABASE_URL` names one on
 * which databases may be made. Programs are started from a bundle of the present sources, and the test processes
 * of a long run load one, unless `--sources` is given. `BOOKING_PROGRAM` may name another program; with
 * `--built` those of `testing/built-tests.ts` start the executable that `npm run build` has made, on SQLite.
 * `--times` lists the files by the processor time of their processes and descendants. `--keep-times` stores it
 * to order later runs. A file that has not ended after 600 seconds, or after the seconds of `--limit`, is ended
 * and has failed; so is a file whose process outlives its tests.
 *
 * Every statement that the store has sent to PostgreSQL is explained at the end; a statement that does not
 * name its account fails the run.
 *
 * Everything that tests leave is in one folder on the disk and one in memory. Both are removed at the end,
 * also when the run is interrupted, and the processes are ended.
 */
const asked = readAsked(process.argv.slice(2));
const citusUrl = process.env["TEST_CITUS_URL"] ?? "";
const isMissing = asked.onCitus && citusUrl === "";
if (isMissing) console.log("Not run on Citus: TEST_CITUS_URL names no coordinator.");
const jobs = isMissing ? [] : plan(asked);
const together = fileURLToPath(new URL("testing/together.ts", import.meta.url));
limitFiles([together, ...jobs.flatMap(({ files }) => files)], asked.limitMs);
lowerPriority();
const place = makePlace();
const statements = join(place.folder, "statements");
const recorder = new URL("../test/harness/statements/record-statements.js", import.meta.url);
/** From this number of processes on, bundling the sources costs less than it saves. */
const bundledJobs = 10;
const bundled =
  !asked.sources && jobs.length >= bundledJobs ? join(place.databases, "sources") : null;
const report = new Report();
const stopper = new AbortController();
let server: PostgresServer | null = null;
let dropping: Promise<void> = Promise.resolve();
let broken = 0;
/** The prefix of all this run's databases. */
const prefix = `booking_test_${process.pid}_`;

for (const [signal, number] of [
  ["SIGINT", 2] as const,
  ["SIGTERM", 15] as const,
  ["SIGHUP", 1] as const,
]) {
  process.on(signal, () => void stop(128 + number));
}

// Hundreds of processes load the same modules.
process.env["NODE_COMPILE_CACHE"] = join(place.databases, "compiled");
process.env["TEST_DATABASES"] = place.databases;
process.env["TMPDIR"] = place.folder;
try {
  const needsServer = jobs.some(({ engine }) => engine === "postgres");
  const named = asked.onCitus ? citusUrl : (process.env["TEST_DATABASE_URL"] ?? "");
  if (needsServer && named === "") server = await startPostgres();
  const databaseUrl = server?.url ?? named;
  const template = { url: databaseUrl, name: `${prefix}template` };
  if (jobs.some(reachesDatabase)) {
    // It loads the store, which a run without a database need not wait for.
    const { makeTemplates } = await import("../test/harness/templates.ts");
    Object.assign(process.env, await makeTemplates(place.databases, needsServer ? template : null));
  }
  if (!asked.sources && jobs.some(startsProgram)) {
    process.env["BOOKING_PROGRAM"] ??= await makeProgram(join(place.databases, "program"));
  }
  if (bundled !== null) await bundleSources(bundled);
  mkdirSync(statements, { mode: 0o777 });
  await runInLanes(jobs.map((job, number) => () => runJob(job, number, databaseUrl)));
  const { TEST_POSTGRES_TEMPLATE: migrated } = process.env;
  // The template on Citus admits no session.
  if (needsServer && migrated !== undefined && !asked.onCitus) {
    report.tellLint(await lintStatements(statements, migrated));
  }
  // An own server's databases end with it.
  if (server === null && needsServer) {
    await dropping;
    await dropDatabases(databaseUrl, prefix);
  }
} catch (error) {
  console.error((error as Error).message);
  broken += 1;
} finally {
  await end();
}
await report.end(asked);
if (asked.keepTimes) keepDurations(report.runs);
const { passed } = report;
const failed = report.failed + broken;
if (!asked.all && !asked.quick)
  console.log("Left out without --all: browsers, long runs, the operator API on PostgreSQL.");
if (asked.showTimes) console.log(`${processorSeconds().toFixed(0)} s of processor time in all`);
const nothingRan = passed + failed === 0;
if (nothingRan && !isMissing) console.log(`No test matches ${process.argv.slice(2).join(" ")}.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || nothingRan ? 1 : 0;

async function runJob(
  { engine, name, files, built }: Job,
  number: number,
  databaseUrl: string,
): Promise<void> {
  if (stopper.signal.aborted) return;
  const [first = ""] = files;
  const its = `${prefix}${number}_`;
  const temporary = join(place.folder, String(number));
  mkdirSync(temporary, { mode: 0o755 });
  const env = {
    ...process.env,
    TMPDIR: temporary,
    TEST_ENGINE: engine,
    ...(built && { BOOKING_PROGRAM: resolve(executable) }),
    ...(engine === "postgres" && {
      TEST_DATABASE_URL: databaseUrl,
      TEST_DATABASE_PREFIX: its,
      TEST_STATEMENTS: statements,
    }),
  };
  const usage = join(temporary, "processor-seconds");
  const startedAt = performance.now();
  const events = await runFile(files.length === 1 ? first : together, {
    env,
    argv: files.length === 1 ? [] : files,
    signal: stopper.signal,
    limitMs: asked.limitMs,
    usage,
    imports: [...bundledLoader(files), ...(engine === "postgres" ? [recorder.href] : [])],
  });
  const seconds = (performance.now() - startedAt) / 1000;
  if (engine === "postgres") {
    dropping = dropping.then(() => dropDatabases(databaseUrl, its)).catch(() => {});
  }
  // A killed process has left no figure.
  const busySeconds = existsSync(usage) ? Number(readFileSync(usage, "utf8")) : 0;
  const fileSeconds = files.length === 1 ? { [first]: seconds } : suiteSeconds(events);
  const shownEngine = asked.onCitus ? "citus" : engine;
  report.tell({ name, engine: shownEngine, seconds, busySeconds, fileSeconds }, events);
}

/** The module that loads bundled sources instead of the files. */
function bundledLoader(files: readonly string[]): string[] {
  if (bundled === null || needsSources({ files })) return [];
  const loader = new URL("../test/harness/bundled-sources.ts", import.meta.url);
  loader.search = new URLSearchParams({ folder: bundled }).toString();
  return [loader.href];
}

/** The duration of each file of a shared process, in which it is a suite. */
function suiteSeconds(events: readonly TestEvent[]): Record<string, number> {
  const ended = events.filter(({ type }) => type === "test:pass" || type === "test:fail");
  const suites = ended.filter(({ data }) => data.nesting === 0);
  return Object.fromEntries(
    suites.map(({ data }) => [data.name ?? "", (data.details?.duration_ms ?? 0) / 1000]),
  );
}

/** Ends every started process, and then this one. */
async function stop(status: number): Promise<never> {
  stopper.abort();
  killDescendants(process.pid);
  await end();
  process.exit(status);
}

async function end(): Promise<void> {
  await server?.[Symbol.asyncDispose]();
  place[Symbol.dispose]();
}
