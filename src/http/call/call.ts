import type { IncomingMessage } from "node:http";
import type { KnownAccount } from "../../usecases/directory.ts";
import type { Caller } from "../../usecases/authenticate.ts";
import type { TrustedProxies } from "./client-address.ts";
import type { LimitState } from "../rate-limits/rate-limits.ts";
import { requestId, targetOf, type Target } from "./raw-request.ts";
import { RequestBody } from "./request-body.ts";

/**
 * A request and what the steps of the pipeline find out about it, for the steps that follow and for
 * log, metrics and record. It cannot be answered from here: its outcome is what the pipeline returns.
 */
export interface Call {
  readonly request: IncomingMessage;
  readonly body: RequestBody;
  readonly id: string;
  /** By the clock that never goes back, in milliseconds. */
  readonly startedAt: number;
  /** The caller's address, as far as trusted proxies vouch for it. */
  readonly address: string;
  readonly target: Target;
  /** Wire name of the endpoint; `none` for a path that is no endpoint. */
  endpoint: string;
  /** The account whose API host the request names; null when no account has it. */
  account: KnownAccount | null;
  /** Where the caller's address stands with the limit that it met last. */
  limit: LimitState | null;
  /** Whose token the request carries; set before an authenticated endpoint's work. */
  caller: Caller | null;
  /** A client of that account, known by its token or named in a token request. */
  clientId: string | null;
  /** Parameters that mean nothing, as a header tells them; null when there is nothing to tell. */
  ignored: string | null;
  /** What may be written down about the request: names of parameters, the id of a booking. */
  recordable: object;
}

export function beginCall(request: IncomingMessage, proxies: TrustedProxies): Call {
  const forwardedFor = request.headers["x-forwarded-for"];
  return {
    request,
    body: new RequestBody(request),
    id: requestId(request),
    startedAt: performance.now(),
    address: proxies.clientAddress(
      request.socket.remoteAddress ?? "",
      Array.isArray(forwardedFor) ? forwardedFor.join(",") : forwardedFor,
    ),
    target: targetOf(request),
    endpoint: "none",
    account: null,
    limit: null,
    caller: null,
    clientId: null,
    ignored: null,
    recordable: {},
  };
}

/** The caller of a call that `refuseAccess` let through. */
export function callerOf({ caller }: Call) {
  if (caller === null) throw new Error("The endpoint is not behind refuseAccess.");
  return caller;
}
