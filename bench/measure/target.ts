import type { Generator } from "../load/generator.ts";
import type { LoadOrder, LoadResult, RequestPattern } from "../load/load-order.ts";
import type { Program } from "../programs/start-program.ts";

/** One server of a comparison, with what it is sent. */
export interface Target {
  readonly name: string;
  readonly program: Program;
  readonly pattern: RequestPattern;
  /** What works for it: its own process, and the database server where there is one. */
  readonly watched: readonly number[];
  /** Milliseconds after its last answer until it has also written what it writes afterwards. */
  readonly lateWorkMs: number;
  /** The status that says it was done. */
  readonly success: number;
  /** How many values of the pattern were used so far, where each can be used once. */
  readonly used: { values: number };
}

export type LoadLimits = Pick<
  LoadOrder,
  "connections" | "seconds" | "requests" | "rate" | "settleSeconds"
>;

/** Sends load to one target, and insists that all of it succeeded. */
export async function loadTarget(
  generator: Generator,
  target: Target,
  limits: LoadLimits,
): Promise<LoadResult> {
  const { program, pattern, watched, used, lateWorkMs } = target;
  const result = await generator.run({
    ...limits,
    port: program.port,
    pattern,
    watched,
    lateWorkMs,
    from: used.values,
  });
  used.values += result.sent;
  program.forgetOutput();
  const others = Object.entries(result.statuses).filter(
    ([status]) => Number(status) !== target.success,
  );
  if (result.requests === 0 || others.length > 0) {
    throw new Error(`${target.name} answered ${JSON.stringify(result.statuses)}.`);
  }
  return result;
}
