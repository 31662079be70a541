import type { Call } from "./call/call.ts";
import type { Outcome } from "./call/answers.ts";

/** Instead of an outcome: the connection is cut, and nothing is answered. */
export const cut = Symbol("cut the connection");
export type Cut = typeof cut;

/** Faults that happen to a call of an endpoint; the sandbox injects them. */
export interface FaultInjection {
  /** Around the steps of the endpoint, from its limit on: `next` runs them. */
  around(call: Call, next: () => Promise<Outcome | Cut>): Promise<Outcome | Cut>;
  /** Before the endpoint's work, which a refusal keeps it from. */
  refuseWork(call: Call): Exclude<Outcome, string> | null;
}
