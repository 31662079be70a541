import type { EndpointContract } from "../../../contract/endpoint.ts";
import type { AccountId } from "../../domain/account.ts";
import type { AccountStore } from "../../store/account-store.ts";
import type { TokenIssuing } from "../../usecases/issue-token.ts";
import type { Outcome } from "../call/answers.ts";
import type { Call } from "../call/call.ts";
import type { RateLimit } from "../rate-limits/rate-limits.ts";
import type { RefusedTokenLimit } from "../rate-limits/refused-token-limit.ts";

/** What the endpoints are made of. */
export interface EndpointParts {
  readonly tokenIssuing: TokenIssuing;
  readonly tokenLimit: RateLimit;
  readonly refusedTokenLimit: RefusedTokenLimit;
  readonly requestLimit: RateLimit;
  readonly pageSizeMax: number;
  account(
    id: AccountId,
  ): Pick<
    AccountStore,
    "findInteraction" | "findContactBookings" | "readBookings" | "changeBookingInBatch"
  >;
  readonly now: () => number;
  /** The clock of the rate limits' windows, in milliseconds. */
  readonly limitNow: () => number;
}

/** An endpoint as it is served: its limits and its work. */
export interface ServedEndpoint {
  readonly contract: EndpointContract;
  /** The rate limit that counts its callers' addresses. */
  readonly limit: RateLimit;
  /** How many of its calls may always be open at a time, however few were answered lately. */
  readonly openAtLeast: number;
  /** `body` is empty where the request has none. */
  answer(call: Call, body: Buffer): Promise<Outcome>;
}
