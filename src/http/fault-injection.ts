import type { Call } from "./call/call.ts";
import type { Outcome } from "./call/answers.ts";

/** In place of an outcome: the connection is cut without an answer. */
export const cut = Symbol("cut the connection");
export type Cut = typeof cut;

/** Injects faults into calls of an endpoint; only the sandbox has one. */
export interface FaultInjection {
  /** Runs around the endpoint's steps, its rate limit first; `next` runs the steps. */
  around(call: Call, next: () => Promise<Outcome | Cut>): Promise<Outcome | Cut>;
  /** Runs before the endpoint's work. A refusal replaces the work. */
  refuseWork(call: Call): Exclude<Outcome, string> | null;
}
