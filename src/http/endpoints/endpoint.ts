import type { EndpointContract } from "../../../contract/endpoint.ts";
import type { Outcome } from "../call/answers.ts";
import type { Call } from "../call/call.ts";
import type { RateLimit } from "../rate-limits/rate-limits.ts";

/** An endpoint as it is served: what stands before its work, and the work. */
export interface ServedEndpoint {
  readonly contract: EndpointContract;
  /** The limit that its callers' addresses have. */
  readonly limit: RateLimit;
  /** How many of its calls may always be begun at a time, however few were answered lately. */
  readonly openAtLeast: number;
  /** Its work. `body` is empty where the request has none. */
  answer(call: Call, body: Buffer): Promise<Outcome>;
}
