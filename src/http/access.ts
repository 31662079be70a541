import type { FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import type { Endpoint } from "../domain/account.ts";
import { isRefused, type AccessRefusal, type Refused } from "../domain/refusal.ts";
import { authenticate, type Authentication, type Caller } from "../usecases/authenticate.ts";
import { refuse } from "./answers.ts";
import { limitKey } from "./client-address.ts";
import { rateLimitHeaders, type RateLimit } from "./rate-limits.ts";
import { headerValues } from "./raw-request.ts";
import { whenKnown } from "./when-known.ts";

// Hooks with a callback instead of a promise: nearly all they need is there at once.

/** Counts a request against its address and refuses it past the limit. */
export function limitedBy(limit: RateLimit, now: () => number): onRequestHookHandler {
  return (request, reply, done) => {
    const state = limit.count(limitKey(request.address), now());
    if (state !== null) reply.headers(rateLimitHeaders(state));
    if (state?.limited !== true) return done();
    refuse(reply, { why: "rate-limited", retryAfterSeconds: state.resetSeconds });
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
): onRequestHookHandler {
  const enter = (
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller | Refused<AccessRefusal>,
    done: () => void,
  ): void => {
    if (isRefused(caller)) return void refuse(reply, caller.refused);
    request.caller = caller;
    request.clientId = caller.clientId;
    if (caller.account.enabledEndpoints.has(endpoint)) return done();
    refuse(reply, { why: "endpoint-not-enabled" });
  };
  return (request, reply, done) => {
    const header = headerValues(request.raw, "authorization");
    const token = bearerToken(header[0]);
    if (header.length > 1) return void refuse(reply, { why: "token-refused" });
    if (token === null) return void refuse(reply, { why: "token-missing" });
    const caller = authenticate(authentication, request.account, token, now());
    whenKnown(caller, (found) => enter(request, reply, found, done), done);
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
