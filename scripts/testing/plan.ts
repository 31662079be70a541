import { globSync, statSync } from "node:fs";
import { engineNames, type Asked, type EngineName } from "./asked.ts";
import { readDurations } from "./durations.ts";
import { reach, textOf } from "./reach.ts";

/** Tests that run in one process: a file on one engine, or all files that touch nothing outside. */
export interface Job {
  readonly engine: EngineName;
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
  "test",
];
const everywhere = folders.map((folder) => `${folder}/**/*.test.{ts,js}`);
const sameForAll =
  /^test\/(sqlite|http|sdk|harness|repository|processes|openapi)\/|^test\/(conformance|demo-traffic|lifecycle|export-command|command-line-seats|operator-api\/document)\.test\.ts$/;
const outside = /from "node:(child_process|cluster|dgram|https?|net|tls|worker_threads)"/;

/** What is to run, what takes longest first. */
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
  const jobs = engines.flatMap((engine) =>
    others
      .filter((file) => enginesOf(file).includes(engine))
      .map((file) => ({ engine, files: [file] })),
  );
  const durations = readDurations();
  const seconds = ({ files: [file = ""] }: Job) => durations[file] ?? 0;
  return [
    ...(pure.length > 0 ? [{ engine: "sqlite" as const, files: pure }] : []),
    ...jobs.toSorted((one, other) => seconds(other) - seconds(one)),
  ];
}

/** A folder stands for the tests in it. */
function asPattern(word: string): string {
  const isFolder = statSync(word, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? `${word}/**/*.test.{ts,js}` : word;
}

/** What is the same whatever the engine runs once, with the embedded one. */
function enginesOf(file: string): readonly EngineName[] {
  if (file.startsWith("test/postgres/")) return ["postgres"];
  const differs =
    file.startsWith("test/") &&
    !sameForAll.test(file) &&
    [...reach(file)].includes("test/harness/test-database.ts");
  return differs ? engineNames : ["sqlite"];
}

/** It starts no process, opens no database and no connection: it can share a process with others. */
function isPure(file: string): boolean {
  if (outside.test(textOf(file))) return false;
  return [...reach(file)].every(
    (each) =>
      !each.startsWith("test/harness/") && (each.startsWith("src/") || !outside.test(textOf(each))),
  );
}
