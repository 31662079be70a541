import { globSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { engineNames, type Asked, type EngineName } from "./asked.ts";
import { builtTests } from "./built-tests.ts";
import { readDurations } from "./durations.ts";
import { reach, textOf } from "./reach.ts";

/** Test files that run in one process, one after the other, on one engine. */
export interface Job {
  readonly engine: EngineName;
  /** Its name in the report and in the recorded durations. */
  readonly name: string;
  readonly files: readonly string[];
  /** Whether its programs are the executable of `npm run build`. */
  readonly built: boolean;
}

const folders = [
  "src",
  "playground",
  "contract",
  "sdk",
  "clients",
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
  /^test\/(sqlite|http|sdk|harness|repository|processes|proxies|openapi)\/|^test\/(demo-traffic|export-command|command-line-seats|operator-api\/(document|matrix))\.test\.ts$/;
/**
 * What changes the environment or the loading of modules, also by one of these functions, would affect every file of
 * the process.
 */
const reachesOthers =
  /\b(useDisk|useOwnPostgres|usePostgresAt|registerHooks)\(|process\.env\[[^\]]+\] = /;
const watchesLoading = /\bregisterHooks\(/;
/** The files of one process take about this long together; a longer file has a process of its own. */
const sharedSeconds = 60;
/** The same in a quick run, which has few files. */
const quickSeconds = 12;
/** In these folders a service in the process answers, so that long files can share it as well. */
const inProcess = /^test\/((import|interface|operator-api|http)\/)?[^/]+$/;
/** Elsewhere browsers, programs and servers are waited for, and a file this long waits beside the others. */
const ownProcessSeconds = 8;
/** A file that is not among the recorded ones. */
const shortSeconds = 1;
/** Everyday runs have these on the embedded engine only. One counts open transactions, which only PostgreSQL shows. */
const onceEveryday = /^test\/operator-api\/(?!data\.test)/;
/** So has `--all` these, unless they are named: they are about HTTP, and other tests send their statements. */
const onceUnlessNamed = /^test\/operator-api\/(lying-provider|slow-bodies|streams)\.test\.ts$/;
/** A test in a browser costs several times as much as another. */
const browser = "test/harness/browser.ts";
/** Kills, races, random sequences, large files, and what waits until a time limit is over. */
export const longRuns: readonly string[] = [
  "test/delete-account.test.ts",
  "test/export.test.ts",
  "test/harness/hung-files.test.ts",
  "test/http/log-fails.test.ts",
  "test/http/slow-connections.test.ts",
  "test/import/crowded-portions.test.ts",
  "test/import/large-file.test.ts",
  "test/import/portions.test.ts",
  "test/model.test.ts",
  "test/postgres/automatic-vacuum.test.ts",
  "test/postgres/lost-connection.test.ts",
  "test/postgres/no-standby.test.ts",
  "test/processes/supervision.test.ts",
  "test/processes/under-load.test.ts",
  "test/races.test.ts",
  "test/sqlite/full-disk.test.ts",
  "test/sqlite/operating-commands.test.ts",
  "test/sqlite/symlinked-release.test.ts",
  "test/storm.test.ts",
  "test/webhook-standstill.test.ts",
];
const startsIt = /\bBOOKING_PROGRAM\b/;
/** Services, databases and browsers are opened through these. */
const opensSomething =
  /"[./]+\/(src\/(store\/store|service\/[\w-]+|cli\/program)|playground\/sandbox\/[\w-]+)\.ts"|from "(pg|playwright-core)"/;
const outside = /from "node:(child_process|cluster|dgram|https?|net|sqlite|tls|worker_threads)"/;

/** The jobs of a run, the longest first. */
export function plan({
  engines,
  patterns,
  all,
  quick,
  built,
}: Pick<Asked, "engines" | "patterns" | "all" | "quick" | "built">): Job[] {
  const found = globSync(patterns?.map(asPattern) ?? everywhere, {
    exclude: ["**/node_modules/**"],
  }).toSorted();
  const files = found.filter((file) => all || isEveryday(file));
  const pure = engines.includes("sqlite") ? files.filter(isPure) : [];
  const others = files.filter(
    (file) => !isPure(file) && (!quick || file.startsWith("test/interface/")),
  );
  const usual = all ? onceUnlessNamed : onceEveryday;
  const once = patterns === null ? usual : null;
  const durations = readDurations();
  const secondsOf = (file: string) => durations[file] ?? shortSeconds;
  const sum = (some: readonly string[]) => some.reduce((total, file) => total + secondsOf(file), 0);
  const limit = quick ? quickSeconds : sharedSeconds;
  const jobs = engines.flatMap((engine) => {
    const its = others.filter((file) => enginesOf(file, engines, once).includes(engine));
    const isBuilt = (file: string) => built && engine === "sqlite" && builtTests.includes(file);
    return [false, true].flatMap((forBuilt) => {
      const shared = share(
        its.filter((file) => isBuilt(file) === forBuilt),
        secondsOf,
        limit,
      );
      return shared.map((each) => ({ ...each, engine, built: forBuilt }));
    });
  });
  const sorted = jobs.toSorted((one, other) => sum(other.files) - sum(one.files));
  const together = (each: Pick<Job, "name" | "files">): Job => {
    return { ...each, engine: "sqlite", built: false };
  };
  // In a quick run two processes have the pure files, and compute while the other jobs wait.
  if (quick) return [...sorted, ...pack("pure", pure, secondsOf, sum(pure) * 0.55).map(together)];
  return [...(pure.length > 0 ? [together({ name: "pure", files: pure })] : []), ...sorted];
}

/**
 * Groups files into processes, because starting one and loading the service costs more than many a file. The
 * files of a folder share processes, and so do the files that are alone in theirs.
 */
function share(
  files: readonly string[],
  secondsOf: (file: string) => number,
  limit: number,
): Pick<Job, "name" | "files">[] {
  const isLong = (file: string) => !inProcess.test(file) && secondsOf(file) >= ownProcessSeconds;
  const alone = files.filter((file) => isLong(file) || reachesOthers.test(textOf(file)));
  const rest = files.filter((file) => !alone.includes(file));
  const folders = Object.groupBy(rest, (file) => dirname(file));
  const several = Object.entries(folders).filter(([, inIt = []]) => inIt.length > 1);
  const single = Object.values(folders).filter((inIt = []) => inIt.length === 1);
  return [
    ...alone.map((file) => ({ name: file, files: [file] })),
    ...several.flatMap(([folder, inIt = []]) => pack(folder, inIt, secondsOf, limit)),
    ...pack(
      "others",
      single.flatMap((inIt = []) => inIt),
      secondsOf,
      limit,
    ),
  ];
}

/** Fills one process after the other, the longest files first, each where it fits. */
function pack(
  name: string,
  files: readonly string[],
  secondsOf: (file: string) => number,
  limit: number,
): Pick<Job, "name" | "files">[] {
  const groups: { seconds: number; readonly files: string[] }[] = [];
  for (const file of files.toSorted((one, other) => secondsOf(other) - secondsOf(one))) {
    const seconds = secondsOf(file);
    const fitting = groups.find((group) => group.seconds + seconds <= limit);
    if (fitting === undefined) groups.push({ seconds, files: [file] });
    else {
      fitting.seconds += seconds;
      fitting.files.push(file);
    }
  }
  return groups.map((group, index) => ({
    name: group.files.length === 1 ? group.files[0]! : `${name} (${index + 1})`,
    files: group.files,
  }));
}

/** The tests under `test/` open no browser; one of them reaches it through the list of the proofs. */
function isEveryday(file: string): boolean {
  if (file.startsWith("test/")) return !longRuns.includes(file);
  return !reach(file).has(browser);
}

/** A folder stands for the tests in it. */
function asPattern(word: string): string {
  const isFolder = statSync(word, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? `${word}/**/*.test.{ts,js}` : word;
}

/** A test that is the same on each engine runs once, on the embedded one. */
function enginesOf(
  file: string,
  engines: readonly EngineName[],
  once: RegExp | null,
): readonly EngineName[] {
  if (file.startsWith("test/postgres/")) return ["postgres"];
  // A run on PostgreSQL alone has them there.
  if (engines.includes("sqlite") && once?.test(file) === true) return ["sqlite"];
  const differs =
    file.startsWith("test/") && !sameForAll.test(file) && reachesDatabase({ files: [file] });
  return differs ? engineNames : ["sqlite"];
}

/** Whether a file may make a database. */
export function reachesDatabase({ files }: Pick<Job, "files">): boolean {
  return files.some((file) => [...reach(file)].includes("test/harness/test-database.ts"));
}

/** Whether a file watches which modules are loaded, which a bundle would hide from it. */
export function needsSources({ files }: Pick<Job, "files">): boolean {
  return files.some((file) => watchesLoading.test(textOf(file)));
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
      /^(src|playground)\//.test(each) ||
      !(outside.test(textOf(each)) || opensSomething.test(textOf(each))),
  );
}
