import type { EndpointContract } from "../../../contract/endpoint.ts";
import type { Refused } from "../../domain/refusal.ts";
import type { AnyRefusal } from "../answers.ts";
import type { Call } from "../call.ts";
import type { RateLimit } from "../rate-limits/rate-limits.ts";

/** What comes of a call: the JSON of its answer, or why there is none. */
export type Outcome = string | Refused<AnyRefusal>;

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
