import type { FastifyReply, FastifyRequest } from "fastify";
import { BadInput } from "../../../operations/bad-input.ts";
import { TooManyBytes, TooSlow } from "./bodies.ts";
import { renderProblem, type AnyRefusal } from "../../../operations/problems.ts";
import type { Face } from "../../../operations/refusal-answer.ts";

/** Headers of every answer of the API. */
export const everyAnswer = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
} as const;

/** Answers with a problem, and keeps its name for the log. */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: AnyRefusal,
): FastifyReply {
  request.facts.refusal = refusal.why;
  const { status, headers, body } = renderProblem(refusal, request.id, faceOf(request));
  return reply
    .code(status)
    .headers(headers)
    .type("application/problem+json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(body);
}

/** The command line and the console ask for their own words (decision B510). */
function faceOf({ headers }: FastifyRequest): Face {
  const words = headers["booking-words"];
  return words === "command" || words === "console" ? words : "api";
}

/** The refusal for an exception of a handler or of Fastify. */
export function refusalOf(
  error: Error & { code?: string; statusCode?: number },
  { routeOptions }: FastifyRequest,
): AnyRefusal {
  if (error instanceof BadInput) {
    return { why: "malformed", field: error.field, expected: error.expected };
  }
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE" || error instanceof TooManyBytes) {
    return { why: "body-too-large", limitBytes: routeOptions.bodyLimit ?? 0 };
  }
  if (error instanceof TooSlow) return { why: "request-too-slow" };
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return { why: "malformed", field: "the request", expected: "must be well-formed HTTP" };
  }
  return { why: "unavailable" };
}
