import type { ServerResponse } from "node:http";
import { errors } from "../../../contract/errors.ts";
import { requestToken } from "../../../contract/token.ts";
import { render, type AnyRefusal, type Outcome } from "./answers.ts";
import type { Call } from "./call.ts";
import { rateLimitHeaders } from "../rate-limits/rate-limits.ts";
import type { RequestRecord } from "../../store/doors/access.ts";
import { cancelInteractionBooking } from "../../../contract/cancel.ts";
import { readTraceparent } from "../../domain/identifier.ts";

const onEveryAnswer = ["cache-control", "no-store", "x-content-type-options", "nosniff"] as const;

/** The status of an outcome's answer. */
export function statusOf(outcome: Outcome): number {
  return typeof outcome === "string" ? 200 : errors[outcome.refused.why].status;
}

export interface SentAnswer {
  readonly status: number;
  readonly refusal: AnyRefusal["why"] | null;
  /** The body of a refusal; null where there was none. */
  readonly refusalBody: object | null;
}

/**
 * Sends the outcome of a call; `listener.ts` answers bytes that are no request. Head and body are one
 * write. The last answer of a connection says `Connection: close`.
 */
export function sendAnswer(
  call: Call,
  response: ServerResponse,
  outcome: Outcome,
  isLast: boolean,
): SentAnswer {
  const headers = ["x-request-id", call.id, ...onEveryAnswer];
  if (call.limit !== null) {
    const policy = call.endpoint === requestToken.name ? "tokens" : "requests";
    headers.push(...rateLimitHeaders(policy, call.limit));
  }
  if (call.ignored !== null) headers.push("x-ignored-parameters", call.ignored);
  if (call.notCancellable !== null) {
    headers.push("preference-applied", "cancellable");
    if (call.notCancellable !== "") headers.push("x-not-cancellable", call.notCancellable);
  }
  const refusal = typeof outcome === "string" ? null : render(outcome.refused);
  if (refusal !== null) headers.push(...Object.entries(refusal.headers).flat());
  if (isLast && refusal?.headers["connection"] === undefined) headers.push("connection", "close");

  const text = typeof outcome === "string" ? outcome : JSON.stringify(refusal?.body);
  headers.push("content-type", "application/json; charset=utf-8");
  headers.push("content-length", String(Buffer.byteLength(text)));
  const status = refusal?.status ?? 200;
  response.writeHead(status, headers);
  response.end(text);
  return {
    status,
    refusal: typeof outcome === "string" ? null : outcome.refused.why,
    refusalBody: refusal?.body ?? null,
  };
}

/** The facts of an answer for log and metrics: no query, no token, no body. */
export interface ObservedAnswer {
  readonly requestId: string;
  readonly traceparent: string | null;
  readonly method: string;
  /** Wire name; `none` where the request did not reach an endpoint. */
  readonly endpoint: string;
  readonly status: number;
  readonly refusal: string | null;
  readonly account: string | null;
  readonly clientId: string | null;
  readonly address: string;
  readonly seconds: number;
}

export function observed(call: Call, sent: SentAnswer, durationMs: number): ObservedAnswer {
  return {
    requestId: call.id,
    traceparent: readTraceparent(call.request.headers["traceparent"]),
    method: call.request.method ?? "none",
    endpoint: call.endpoint,
    status: sent.status,
    refusal: sent.refusal,
    account: call.account?.name ?? null,
    clientId: call.clientId,
    address: call.address,
    seconds: durationMs / 1000,
  };
}

/**
 * The record of an authenticated request that was refused, or of a repeated cancel, which leaves no history (decision
 * A62); null for others.
 */
export function recordOf(
  { caller, endpoint, id, request, recordable, leftHistory }: Call,
  { status, refusal, refusalBody }: SentAnswer,
  { at, durationMs }: { readonly at: number; readonly durationMs: number },
): RequestRecord | null {
  const isCancel = endpoint === cancelInteractionBooking.name;
  if (caller === null || (refusal === null && (!isCancel || leftHistory))) return null;
  return {
    accountId: caller.account.id,
    requestId: id,
    at,
    clientId: caller.clientId,
    endpoint,
    request: { method: request.method, ...recordable },
    status,
    refusal,
    answer: refusalBody ?? {},
    durationMs,
  };
}
