import { isRefused, type Refused } from "../domain/refusal.ts";
import { authenticate, type Authentication, type Caller } from "../usecases/authenticate.ts";
import type { AnyRefusal } from "./call/answers.ts";
import type { Call } from "./call/call.ts";
import { limitKey } from "./call/client-address.ts";
import { rateLimited, type RateLimit } from "./rate-limits/rate-limits.ts";
import { headerValues } from "./call/header-values.ts";

/** Counts a call against its address, and refuses it past the limit; else null. */
export function refuseOverLimit(
  call: Call,
  limit: RateLimit,
  now: number,
): Refused<AnyRefusal> | null {
  call.limit = limit.count(limitKey(call.address), now);
  return call.limit?.limited === true ? rateLimited(call.limit) : null;
}

/**
 * Refuses a call without a bearer token that is valid on this host, or whose account does not have the
 * endpoint enabled; else null. The refusals before this step depend on no data of the account (decision A20).
 */
export function refuseAccess(
  call: Call,
  authentication: Authentication,
  now: number,
): Refused<AnyRefusal> | null | Promise<Refused<AnyRefusal> | null> {
  const header = headerValues(call.request, "authorization");
  const token = bearerToken(header[0]);
  if (header.length > 1) return { refused: { why: "token-refused" } };
  if (token === null) return { refused: { why: "token-missing" } };
  const found = authenticate(authentication, call.account, token, now);
  return found instanceof Promise
    ? found.then((caller) => refuseCaller(call, caller))
    : refuseCaller(call, found);
}

/** Refuses a caller who is not authenticated or may not use the endpoint; else sets the call's caller. */
function refuseCaller(
  call: Call,
  caller: Caller | Refused<AnyRefusal>,
): Refused<AnyRefusal> | null {
  if (isRefused(caller)) return caller;
  call.caller = caller;
  call.clientId = caller.clientId;
  if (caller.account.enabledEndpoints.has(call.endpoint)) return null;
  return { refused: { why: "endpoint-not-enabled" } };
}

/** Null when there is no bearer token at all: no header, another scheme, or nothing after it. */
function bearerToken(header: string | undefined): string | null {
  const match = /^bearer +(.+)$/i.exec(header?.trim() ?? "");
  return match?.[1] ?? null;
}
