import {
  CredentialsError,
  NotCancellableError,
  RateLimitError,
  RequestError,
  TemporaryError,
  TimeoutError,
  type BookingError,
} from "./errors.ts";
import { isJsonObject } from "./json-object.ts";
import { redact } from "./redact.ts";
import { retryAfterMs } from "./retry-after.ts";
import type { Answer, Endpoint, NoAnswer } from "./send-once.ts";

/**
 * The result of a failed attempt.
 *
 * `doubt` says whether a request may have changed something. "none": it was refused, or never arrived.
 * "faulted": the service itself reported a fault, after which a change is very unlikely. "lost": no answer
 * came, so the change may have been made, or may still be made.
 */
export interface Fault {
  readonly error: BookingError;
  readonly retryable: boolean;
  /** The wait that the service asked for; null when it named none. */
  readonly retryAfterMs: number | null;
  readonly doubt: Doubt;
}
export type Doubt = "none" | "faulted" | "lost";

export interface AttemptContext {
  readonly endpoint: Endpoint;
  readonly requestId: string;
  readonly secrets: readonly string[];
  readonly now: number;
}

/**
 * Judges an answer by endpoint and status alone, because callers must not need the numeric codes (interface,
 * Errors). Null is success.
 */
export function judgeAnswer(answer: Answer, context: AttemptContext): Fault | null {
  const { status } = answer;
  if (status >= 200 && status < 300) return null;

  const facts = {
    status,
    code: codeOf(answer),
    requestId: context.requestId,
    retryAfterMs: retryAfterMs(answer, context.now),
  };
  const why = messageOf(answer, context);
  const message = `${why} (${describe(facts)})`;

  // A runtime may report a redirect that is not followed as status 0.
  if (status < 400) {
    return final(new RequestError(redirected(answer, describe(facts)), facts));
  }
  if (status === 429) return retry(new RateLimitError(message, facts), "none", facts.retryAfterMs);
  if (status === 408) return retry(new TemporaryError(message, facts), "none", facts.retryAfterMs);
  if (status === 503)
    return retry(new TemporaryError(message, facts), "faulted", facts.retryAfterMs);
  // "Other 5xx: temporary platform problem" (interface, Errors); a gateway does not know the outcome.
  if (status > 500) return retry(new TemporaryError(message, facts), "lost", facts.retryAfterMs);
  if (status === 401 || status === 403) return final(new CredentialsError(message, facts));
  if (context.endpoint === "token" && (status === 400 || status === 500)) {
    return final(new CredentialsError(message, facts));
  }
  if (context.endpoint === "cancel" && status === 400) {
    return final(new NotCancellableError(message, { ...facts, why }));
  }
  return final(new RequestError(message, facts));
}

/** Judges an attempt without an answer. */
export function judgeSilence(
  { timedOut, mayHaveArrived, cause }: NoAnswer,
  requestId: string,
): Fault {
  const doubt = mayHaveArrived ? "lost" : "none";
  if (timedOut) return retry(new TimeoutError(cause.message, { requestId }), doubt);
  const told = cause.cause instanceof Error ? cause.cause : cause;
  const code = "code" in told ? ` ${String(told.code)}` : "";
  const message = `The service could not be reached:${code} ${told.message} (request ${requestId})`;
  return retry(new TemporaryError(message, { requestId, cause }), doubt);
}

function retry(error: BookingError, doubt: Doubt, retryAfter: number | null = null): Fault {
  return { error, retryable: true, retryAfterMs: retryAfter, doubt };
}

function final(error: BookingError): Fault {
  return { error, retryable: false, retryAfterMs: null, doubt: "none" };
}

function describe(facts: { status: number; code: number | null; requestId: string }): string {
  const code = facts.code === null ? "" : `, code ${facts.code}`;
  return `status ${facts.status}${code}, request ${facts.requestId}`;
}

function codeOf({ json }: Answer): number | null {
  return isJsonObject(json) && Number.isInteger(json["code"]) ? Number(json["code"]) : null;
}

/** A 401 has two shapes; both have `message`. A gateway's answer may be no JSON at all. */
function messageOf({ json, status }: Answer, { secrets }: AttemptContext): string {
  const message = isJsonObject(json) ? json["message"] : undefined;
  if (typeof message === "string" && message !== "") return redact(message, secrets);
  return `The service, or a gateway before it, answered ${status} without a message`;
}

/** The message names only the origin of the new address, because its query may identify a person. */
function redirected(answer: Answer, facts: string): string {
  const location = answer.header("location") ?? "";
  const origin = URL.canParse(location) ? ` to ${new URL(location).origin}` : "";
  return `The base URL redirects${origin}, and redirects are not followed. Set baseUrl to the API host itself (${facts})`;
}
