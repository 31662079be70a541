import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { TestRun } from "./report.ts";

const kept = "test/durations.json";
/** Shorter files are not recorded, because their order does not matter. */
const leastSeconds = 3;

/** The recorded seconds of the long files, by path. */
export type Durations = Readonly<Record<string, number>>;

export function readDurations(): Durations {
  return existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : {};
}

/** Records the longest duration of each file, from all runs of its tests. */
export function keepDurations(runs: readonly Pick<TestRun, "fileSeconds">[]): void {
  const longest = new Map<string, number>();
  for (const [file, seconds] of runs.flatMap(({ fileSeconds }) => Object.entries(fileSeconds))) {
    longest.set(file, Math.max(Math.round(seconds), longest.get(file) ?? 0));
  }
  const long = [...longest].filter(([, seconds]) => seconds >= leastSeconds);
  const sorted = Object.fromEntries(long.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(kept, `${JSON.stringify(sorted, null, 2)}\n`);
}
