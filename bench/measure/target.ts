import type { Generator } from "../load/generator.ts";
import type { LoadOrder, LoadResult, RequestPattern } from "../load/load-order.ts";
import type { Program } from "../programs/start-program.ts";

/** One server of a comparison, with its requests. */
export interface Target {
  readonly name: string;
  readonly program: Program;
  readonly pattern: RequestPattern;
  /** Its processes: its own, and the database server where there is one. */
  readonly watched: readonly number[];
  /** Milliseconds after its last answer until it has finished its later writes. */
  readonly lateWorkMs: number;
  /** The status of a success. */
  readonly success: number;
  /** The number of values used so far, where each can be used once. */
  readonly used: { values: number };
}

export type LoadLimits = Pick<
  LoadOrder,
  "connections" | "seconds" | "requests" | "rate" | "settleSeconds"
>;

/**
 * Loads one target, and throws unless every request succeeded, or was answered by a status that is
 * `tolerated`.
 */
export async function loadTarget(
  generator: Generator,
  target: Target,
  limits: LoadLimits,
  tolerated: number | null = null,
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
    ([status]) => ![target.success, tolerated].includes(Number(status)),
  );
  if (result.requests === 0 || others.length > 0) {
    throw new Error(`${target.name} answered ${JSON.stringify(result.statuses)}.`);
  }
  return result;
}
