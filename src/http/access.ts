import type { FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint } from "../domain/account.ts";
import { isRefused } from "../domain/refusal.ts";
import { authenticate, type Authentication, type Caller } from "../usecases/authenticate.ts";
import { refuse } from "./answers.ts";
import { limitKey } from "./client-address.ts";
import { rateLimitHeaders, type RateLimit } from "./rate-limits.ts";
import { headerValues } from "./raw-request.ts";

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/** Counts a request against its address and refuses it past the limit. */
export function limitedBy(limit: RateLimit, now: () => number): Hook {
  return async (request, reply) => {
    const state = limit.count(limitKey(request.address), now());
    if (state === null) return undefined;
    reply.headers(rateLimitHeaders(state));
    return state.limited
      ? refuse(reply, { why: "rate-limited", retryAfterSeconds: state.resetSeconds })
      : undefined;
  };
}

/**
 * Lets a request through whose bearer token is good on this host and whose account has the endpoint
 * enabled. Nothing about data is told before (decision A20).
 */
export function allowedFor(
  endpoint: Endpoint,
  authentication: Authentication,
  now: () => number,
): Hook {
  return async (request, reply) => {
    const header = headerValues(request.raw, "authorization");
    const token = bearerToken(header[0]);
    if (header.length > 1) return refuse(reply, { why: "token-refused" });
    if (token === null) return refuse(reply, { why: "token-missing" });
    const caller = await authenticate(authentication, request.account, token, now());
    if (isRefused(caller)) return refuse(reply, caller.refused);
    request.caller = caller;
    request.clientId = caller.clientId;
    return caller.account.enabledEndpoints.has(endpoint)
      ? undefined
      : refuse(reply, { why: "endpoint-not-enabled" });
  };
}

/** Null when there is no bearer token at all: no header, another scheme, or nothing after it. */
function bearerToken(header: string | undefined): string | null {
  const match = /^bearer +(.+)$/i.exec(header?.trim() ?? "");
  return match?.[1] ?? null;
}

/** The caller of a request that `allowedFor` let through. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error("The endpoint is not behind allowedFor.");
  return request.caller;
}
