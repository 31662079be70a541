import type { AccessTokens } from "./access-tokens.ts";
import type { Limits } from "./call-limits.ts";
import { BookingError, TimeoutError } from "./errors.ts";
import { judgeAnswer, judgeSilence, type Doubt, type Fault } from "./judge-attempt.ts";
import type { Log, LogFields } from "./log.ts";
import { retryWaitMs } from "./retry-wait.ts";
import type { Runtime } from "./runtime.ts";
import { sendOnce, type Answer, type Fetch, type ServiceRequest } from "./send-once.ts";
import { version } from "./version.ts";
import { sleep, type TimeLimit } from "./time-limit.ts";

/** The parts that every request of a client uses. */
export interface Wire {
  readonly fetch: Fetch;
  readonly runtime: Runtime;
  readonly log: Log;
  readonly limits: Limits;
  /** The headers that every request carries. */
  readonly headers: () => Readonly<Record<string, string>>;
}

/** A successful answer, or the last error when no further attempt helps. */
export type CallResult =
  | { readonly answer: Answer; readonly requestId: string; readonly doubt: Doubt }
  | { readonly error: BookingError; readonly doubt: Doubt };

/**
 * Sends a request until it succeeds, a refusal is final, or retries or time are used up. With `tokens` the
 * request carries a token, and after a 401 it is sent once more with a new one. Throws only the reason of the
 * caller's signal; every other error is returned.
 */
export async function callService(
  request: ServiceRequest,
  wire: Wire,
  limit: TimeLimit,
  tokens?: AccessTokens,
): Promise<CallResult> {
  let doubt: Doubt = "none";
  let inFlight = false;
  let faults = 0;
  let tokenRefused = false;
  let sentId: string | null = null;
  try {
    for (let attempt = 1; ; attempt += 1) {
      limit.signal.throwIfAborted();
      const token = await tokens?.current(limit.signal);
      const defaults = wire.headers();
      inFlight = true;
      // The id is sent along, so that the operator can trace a request whose answer is lost.
      sentId = wire.runtime.uuid();
      const attempted = await attemptOnce(request, wire, limit, {
        attempt,
        token,
        defaults,
        id: sentId,
      });
      inFlight = false;
      const { requestId } = attempted;
      if ("answer" in attempted) return { ...attempted, doubt };
      const { fault } = attempted;
      doubt = graver(doubt, fault.doubt);
      if (fault.error.status === 401 && token !== undefined) {
        await tokens?.drop(token, limit.signal);
        if (!tokenRefused) {
          tokenRefused = true;
          continue;
        }
      }
      faults += 1;
      const waitMs = fault.retryable ? waitBefore(fault, faults, wire, limit) : null;
      if (waitMs === null) return { error: fault.error, doubt };
      wire.log("info", "Trying again", { endpoint: request.endpoint, waitMs, requestId });
      await sleep(wire.runtime, waitMs, limit.signal);
    }
  } catch (error) {
    if (error instanceof BookingError) {
      return { error: traceable(error, sentId), doubt: inFlight ? "lost" : doubt };
    }
    throw error;
  }
}

type Attempted = { readonly requestId: string } & (
  | { readonly answer: Answer }
  | { readonly fault: Fault }
);

async function attemptOnce(
  request: ServiceRequest,
  { fetch, runtime, limits, log }: Wire,
  limit: TimeLimit,
  {
    attempt,
    token,
    defaults,
    id: ownRequestId,
  }: {
    readonly attempt: number;
    readonly token: string | undefined;
    readonly defaults: Readonly<Record<string, string>>;
    readonly id: string;
  },
): Promise<Attempted> {
  const secrets = token === undefined ? request.secrets : [...request.secrets, token];
  const headers = {
    accept: "application/json",
    "user-agent": `booking-service-client/${version}`,
    ...defaults,
    ...request.headers,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    "x-request-id": ownRequestId,
  };
  const { endpoint } = request;
  const startedAt = runtime.now();
  const result = await sendOnce(
    { ...request, headers, secrets },
    { fetch, runtime, timeoutMs: limits.timeoutMs, signal: limit.signal },
  );
  const now = runtime.now();
  const at = new Date(startedAt).toISOString();
  const facts: LogFields = { endpoint, attempt, at, durationMs: now - startedAt };
  if (result.kind === "no answer") {
    const fault = judgeSilence(result, ownRequestId);
    log("warn", "No answer", { ...facts, requestId: ownRequestId, error: fault.error.name });
    return { fault, requestId: ownRequestId };
  }

  const requestId = validRequestId(result.header("x-request-id")) ?? ownRequestId;
  const fault = judgeAnswer(result, { endpoint, requestId, secrets, now });
  const { status } = result;
  const ignored = result.header("x-ignored-parameters");
  log(
    fault === null && ignored === null ? "debug" : "warn",
    fault === null ? "Answered" : "Refused",
    {
      ...facts,
      requestId,
      status,
      ...(fault !== null && { error: fault.error.name }),
      ...(ignored !== null && { ignored }),
    },
  );
  return fault === null ? { answer: result, requestId } : { fault, requestId };
}

/** The time limit of the whole call knows no request id; the last request sent is the one to trace. */
function traceable(error: BookingError, requestId: string | null): BookingError {
  if (!(error instanceof TimeoutError) || error.requestId !== null || requestId === null) {
    return error;
  }
  return new TimeoutError(`${error.message} (request ${requestId})`, { requestId });
}

/** An external text reaches logs only in the form of a request id. */
function validRequestId(text: string | null): string | null {
  return text !== null && /^[\w.:/+=@-]{1,128}$/.test(text) ? text : null;
}

function waitBefore(fault: Fault, faults: number, wire: Wire, limit: TimeLimit): number | null {
  return retryWaitMs({
    faults,
    retries: wire.limits.retries,
    retryAfterMs: fault.retryAfterMs,
    maxRetryAfterMs: wire.limits.maxRetryAfterMs,
    remainingMs: limit.remainingMs(),
    random: wire.runtime.random(),
  });
}

function graver(one: Doubt, other: Doubt): Doubt {
  if (one === "lost" || other === "lost") return "lost";
  return one === "faulted" ? one : other;
}
