import type { ServerResponse } from "node:http";
import { errors } from "../../../contract/errors.ts";
import { render, type AnyRefusal, type Outcome } from "./answers.ts";
import type { Call } from "./call.ts";
import { rateLimitHeaders } from "../rate-limits/rate-limits.ts";

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
 * Sends the outcome of a call: the only place that writes answers to requests. Head and body are
 * one write. The last answer of a connection says `Connection: close`.
 */
export function sendAnswer(
  call: Call,
  response: ServerResponse,
  outcome: Outcome,
  isLast: boolean,
): SentAnswer {
  const headers = ["x-request-id", call.id, "cache-control", "no-store"];
  if (call.limit !== null) headers.push(...rateLimitHeaders(call.limit));
  if (call.ignored !== null) headers.push("x-ignored-parameters", call.ignored);
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
