import type { IncomingMessage } from "node:http";
import type { KnownAccount } from "../../usecases/directory.ts";
import type { Caller } from "../../usecases/authenticate.ts";
import { type TrustedProxies, targetOf, type Target } from "./raw-request.ts";
import { requestId } from "./request-id.ts";
import type { LimitState } from "../rate-limits/rate-limits.ts";
import { RequestBody } from "./request-body.ts";

/**
 * A request and what the pipeline's steps find out about it, for later steps, log, metrics and
 * record. It has no way to answer: the pipeline returns its outcome.
 */
export class Call {
  readonly request: IncomingMessage;
  readonly body: RequestBody;
  readonly id: string;
  /** Milliseconds of the monotonic clock. */
  readonly startedAt = performance.now();
  /** The caller's address, read through trusted proxies only. */
  readonly address: string;
  readonly target: Target;
  /** Wire name of the endpoint; `none` where the request did not reach one. */
  endpoint = "none";
  /** The account whose API host the request names; null where none has it, or the request was refused before. */
  account: KnownAccount | null = null;
  /** The state of the rate limit that counted or refused the call last; null where none did. */
  limit: LimitState | null = null;
  /** The caller whose token the request carries; set before an authenticated endpoint's work. */
  caller: Caller | null = null;
  /** A client of the account: of the token, or named in a token request. */
  clientId: string | null = null;
  /** The value of `X-Ignored-Parameters`; null when nothing was ignored. */
  ignored: string | null = null;
  /** The value of `X-Not-Cancellable`, which may be empty; null where it is not sent. */
  notCancellable: string | null = null;
  /** The answer is the connection's last, because the rest of the request is not read. */
  isLast = false;
  /** The part of the request that may be recorded: names of parameters, the id of a booking. */
  recordable: object = {};
  /** Whether the history of a booking has the call's id, client and time. */
  leftHistory = false;

  constructor(request: IncomingMessage, proxies: TrustedProxies) {
    const forwardedFor = request.headers["x-forwarded-for"];
    this.request = request;
    this.body = new RequestBody(request);
    this.id = requestId(request);
    this.address = proxies.clientAddress(
      request.socket.remoteAddress ?? "",
      Array.isArray(forwardedFor) ? forwardedFor.join(",") : forwardedFor,
    );
    this.target = targetOf(request);
  }
}

/** The caller of a call that `refuseAccess` let through. */
export function callerOf({ caller }: Call) {
  if (caller === null) throw new Error("The endpoint is not behind refuseAccess.");
  return caller;
}
