import { globSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { engineNames, type Asked, type EngineName } from "./asked.ts";
import { readDurations, type Durations } from "./durations.ts";
import { reach, textOf } from "./reach.ts";

/** Test files that run in one process, one after the other, on one engine. */
export interface Job {
  readonly engine: EngineName;
  /** Its name in the report and in the recorded durations. */
  readonly name: string;
  readonly files: readonly string[];
}

const folders = [
  "src",
  "contract",
  "sdk",
  "account-page",
  "console",
  "examples",
  "conformance",
  "bench",
  "scripts",
  "test",
];
const everywhere = folders.map((folder) => `${folder}/**/*.test.{ts,js}`);
const sameForAll =
  /^test\/(sqlite|http|sdk|harness|repository|processes|openapi)\/|^test\/(conformance|demo-traffic|lifecycle|export-command|command-line-seats|operator-api\/(document|matrix))\.test\.ts$/;
/** Hooks outside a suite, and changes of the environment, would affect every file of the process. */
const reachesOthers =
  /^(before|after|beforeEach|afterEach)\(|\b(useDisk|useOwnPostgres|usePostgresAt)\(|process\.env\[[^\]]+\] = /m;
/** A file that takes at least this long has a process of its own. */
const ownProcessSeconds = 8;
const startsIt = /\bBOOKING_PROGRAM\b/;
const outside = /from "node:(child_process|cluster|dgram|https?|net|tls|worker_threads)"/;

/** The jobs of a run, the longest first. */
export function plan({
  engines,
  patterns,
  quick,
}: Pick<Asked, "engines" | "patterns" | "quick">): Job[] {
  const files = globSync(patterns?.map(asPattern) ?? everywhere).toSorted();
  const pure = engines.includes("sqlite") ? files.filter(isPure) : [];
  const others = files.filter(
    (file) => !isPure(file) && (!quick || file.startsWith("test/interface/")),
  );
  const durations = readDurations();
  const seconds = ({ name }: Job) => durations[name] ?? 0;
  const jobs = engines.flatMap((engine) =>
    share(
      others.filter((file) => enginesOf(file).includes(engine)),
      durations,
    ).map((shared) => ({ engine, ...shared })),
  );
  return [
    ...(pure.length > 0 ? [{ engine: "sqlite" as const, name: "pure", files: pure }] : []),
    ...jobs.toSorted((one, other) => seconds(other) - seconds(one)),
  ];
}

/**
 * Groups files into processes. Starting a process and loading the service costs more than many a short file,
 * so the short files of a folder share one. A long file has one of its own, so that it waits beside the
 * others.
 */
function share(files: readonly string[], durations: Durations): Omit<Job, "engine">[] {
  const alone = files.filter(
    (file) => (durations[file] ?? 0) >= ownProcessSeconds || reachesOthers.test(textOf(file)),
  );
  const short = files.filter((file) => !alone.includes(file));
  const folders = Object.groupBy(short, (file) => dirname(file));
  const several = Object.entries(folders).filter(([, inIt = []]) => inIt.length > 1);
  const single = Object.values(folders).filter((inIt = []) => inIt.length === 1);
  return [
    ...alone.map((file) => ({ name: file, files: [file] })),
    ...several.map(([folder, inIt = []]) => ({ name: folder, files: inIt })),
    { name: "others", files: single.flatMap((inIt = []) => inIt) },
  ].filter((shared) => shared.files.length > 0);
}

/** A folder stands for the tests in it. */
function asPattern(word: string): string {
  const isFolder = statSync(word, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? `${word}/**/*.test.{ts,js}` : word;
}

/** A test that is the same on each engine runs once, on the embedded one. */
function enginesOf(file: string): readonly EngineName[] {
  if (file.startsWith("test/postgres/")) return ["postgres"];
  const differs =
    file.startsWith("test/") &&
    !sameForAll.test(file) &&
    [...reach(file)].includes("test/harness/test-database.ts");
  return differs ? engineNames : ["sqlite"];
}

/** Whether a file may start the program by the name that `BOOKING_PROGRAM` gives. */
export function startsProgram({ files }: Pick<Job, "files">): boolean {
  return files.some((file) => [...reach(file)].some((each) => startsIt.test(textOf(each))));
}

/**
 * Whether the file starts no process, opens no database and no connection, so that it can share a process.
 */
export function isPure(file: string): boolean {
  if (outside.test(textOf(file))) return false;
  return [...reach(file)].every(
    (each) =>
      !each.startsWith("test/harness/") && (each.startsWith("src/") || !outside.test(textOf(each))),
  );
}
