import type { Call } from "./call.ts";
import type { Outcome } from "./endpoints/endpoint.ts";

/** What may befall a call to an endpoint besides its own way; the sandbox makes faults of it. */
export interface FaultInjection {
  /**
   * Around all of it from the limits on: may go on or not, and sees what came of it. Null cuts the
   * connection instead of an answer.
   */
  around(call: Call, next: () => Promise<Outcome | null>): Promise<Outcome | null>;
  /** Before the endpoint's work, which a refusal keeps it from. */
  refuseWork(call: Call): Exclude<Outcome, string> | null;
}
