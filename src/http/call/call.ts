import type { IncomingMessage } from "node:http";
import type { KnownAccount } from "../../usecases/directory.ts";
import type { Caller } from "../../usecases/authenticate.ts";
import type { TrustedProxies } from "./client-address.ts";
import type { LimitState } from "../rate-limits/rate-limits.ts";
import { requestId, targetOf, type Target } from "./raw-request.ts";
import { RequestBody } from "./request-body.ts";

/**
 * A request and what the pipeline's steps find out about it, for later steps, log, metrics and
 * record. It has no way to answer: the pipeline returns its outcome.
 */
export interface Call {
  readonly request: IncomingMessage;
  readonly body: RequestBody;
  readonly id: string;
  /** Milliseconds of the monotonic clock. */
  readonly startedAt: number;
  /** The caller's address, read through trusted proxies only. */
  readonly address: string;
  readonly target: Target;
  /** Wire name of the endpoint; `none` for a path that is no endpoint. */
  endpoint: string;
  /** The account whose API host the request names; null when no account has it. */
  account: KnownAccount | null;
  /** The state of the rate limit that counted the call last. */
  limit: LimitState | null;
  /** The caller whose token the request carries; set before an authenticated endpoint's work. */
  caller: Caller | null;
  /** A client of the account: of the token, or named in a token request. */
  clientId: string | null;
  /** The value of `X-Ignored-Parameters`; null when nothing was ignored. */
  ignored: string | null;
  /** The answer is the connection's last, because the rest of the request is not read. */
  isLast: boolean;
  /** The part of the request that may be recorded: names of parameters, the id of a booking. */
  recordable: object;
  /** Whether the history of a booking has the call's id, client and time. */
  leftHistory: boolean;
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
    isLast: false,
    recordable: {},
    leftHistory: false,
  };
}

/** The caller of a call that `refuseAccess` let through. */
export function callerOf({ caller }: Call) {
  if (caller === null) throw new Error("The endpoint is not behind refuseAccess.");
  return caller;
}
