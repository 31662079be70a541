import type { Comparison, Ratio } from "../measure/compare.ts";

/** A ratio's minimum, by the number of its promise. */
interface Goal {
  readonly promise: string;
  readonly title: string;
  /** Null where it is the same on each engine. */
  readonly engine: "sqlite" | "postgres" | null;
  readonly to: string;
  readonly atLeast: number;
  /**
   * `cpu` where the processor is the limit: the figure repeats within a few hundredths. `throughput` where
   * callers wait for a disk, or where the goal is the use of another core.
   */
  readonly by: "cpu" | "throughput";
}

const goals: readonly Goal[] = [
  { promise: "S1", title: "list", engine: "sqlite", to: "tuned", atLeast: 0.85, by: "cpu" },
  { promise: "S1", title: "list", engine: "sqlite", to: "naive", atLeast: 2.5, by: "cpu" },
  { promise: "S2", title: "list", engine: "postgres", to: "tuned", atLeast: 0.85, by: "cpu" },
  { promise: "S2", title: "list", engine: "postgres", to: "naive", atLeast: 1.9, by: "cpu" },
  { promise: "S2", title: "list", engine: null, to: "tuned in Go", atLeast: 0.8, by: "cpu" },
  { promise: "S2", title: "list", engine: null, to: "naive in Go", atLeast: 1.8, by: "cpu" },
  { promise: "S3", title: "cancel", engine: null, to: "batched", atLeast: 0.85, by: "throughput" },
  { promise: "S3", title: "cancel", engine: null, to: "single", atLeast: 1.5, by: "throughput" },
  {
    promise: "S3",
    title: "cancel",
    engine: null,
    to: "single in Go",
    atLeast: 1.5,
    by: "throughput",
  },
  { promise: "S4", title: "token", engine: null, to: "bare", atLeast: 0.85, by: "cpu" },
  { promise: "S4", title: "token", engine: null, to: "bare in Go", atLeast: 0.6, by: "cpu" },
  {
    promise: "S4",
    title: "token",
    engine: null,
    to: "oidc-provider",
    atLeast: 3,
    by: "throughput",
  },
  { promise: "S5", title: "list", engine: null, to: "feathers", atLeast: 4, by: "cpu" },
  { promise: "S5", title: "cancel", engine: null, to: "feathers", atLeast: 2.5, by: "cpu" },
  { promise: "S5", title: "list", engine: null, to: "nest-prisma", atLeast: 4, by: "cpu" },
  { promise: "S5", title: "cancel", engine: null, to: "nest-prisma", atLeast: 2.5, by: "cpu" },
  { promise: "S5", title: "list", engine: null, to: "strapi", atLeast: 25, by: "cpu" },
  { promise: "S5", title: "cancel", engine: null, to: "strapi", atLeast: 25, by: "cpu" },
  {
    promise: "S7",
    title: "processes",
    engine: "sqlite",
    to: "1 process",
    atLeast: 1.7,
    by: "throughput",
  },
];

/** How many times as long the slowest lists may take while operators work, at the 99th percentile. */
export const mostBesideOperators = 2;

/** The goal of a ratio; null where there is none. */
export function goalOf({ title, engine }: Comparison, { to }: Ratio): Goal | null {
  const found = goals.find(
    (goal) =>
      goal.title === title && goal.to === to && (goal.engine === null || goal.engine === engine),
  );
  return found ?? null;
}
