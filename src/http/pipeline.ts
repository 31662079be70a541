import { isRefused, type Refused } from "../domain/refusal.ts";
import { type Authentication, authenticate, type Caller } from "../usecases/authenticate.ts";
import type { KnownAccount } from "../usecases/directory.ts";
import { createAdmissionControl, type AdmissionControl } from "./admission-control.ts";
import type { Call } from "./call/call.ts";
import type { HttpRefusal, Outcome, AnyRefusal } from "./call/answers.ts";
import type { ServedEndpoint } from "./endpoints/endpoint.ts";
import {
  type TrustedProxies,
  limitKey,
  announcesBody,
  apiHost,
  problemOf,
  headerValues,
} from "./call/raw-request.ts";
import { rateLimited, type RateLimit } from "./rate-limits/rate-limits.ts";

export interface PipelineParts {
  readonly trustedProxies: TrustedProxies;
  readonly authentication: Authentication;
  /** Whether the directory is recent enough to rely on; false when the database does not answer. */
  directoryIsCurrent(): boolean | Promise<boolean>;
  accountOfHost(host: string): KnownAccount | null;
  readonly now: () => number;
  /** The clock of the rate limits' windows, in milliseconds. */
  readonly limitNow: () => number;
  /** Null in a real service. */
  readonly faultInjection: FaultInjection | null;
}

/**
 * All steps of a call. `Cut` means that the connection is cut without an answer. Steps that decide at
 * once make no promise, because every request would pay for it.
 */
export type Pipeline = (call: Call) => Outcome | Cut | Promise<Outcome | Cut>;

/** Returns the outcome of a call, or null where the next step decides. */
type Step = (call: Call) => Outcome | Cut | null | Promise<Outcome | Cut | null>;

/** Builds the steps from a request to its outcome. Malformed HTTP is first (B4), then the checks (A20). */
export function createPipeline(
  parts: PipelineParts,
  endpoints: readonly ServedEndpoint[],
): Pipeline {
  const admission = createAdmissionControl();
  const serve = (endpoint: ServedEndpoint): Pipeline =>
    guard(answerInPlace(endpoint, parts, admission), [
      (call) => refuseOverLimit(call, endpoint.limit, parts.limitNow()),
      (call) => (endpoint.contract.authenticated ? refuseAccess(call, parts) : null),
    ]);
  const atEndpoint = toEndpoint(endpoints, (endpoint) => withFaults(serve(endpoint), parts));
  return guard(atEndpoint, [
    refuseMalformed,
    findAccount(parts),
    () => (admission.admitRequest() ? null : shed(admission)),
  ]);
}

/** Runs the steps in their order, and `last` where none of them has an outcome. */
function guard(last: Pipeline, steps: readonly Step[]): Pipeline {
  const runFrom = (index: number, call: Call): ReturnType<Pipeline> => {
    const step = steps[index];
    if (step === undefined) return last(call);
    const found = step(call);
    if (found instanceof Promise) {
      return found.then((outcome) => outcome ?? runFrom(index + 1, call));
    }
    return found ?? runFrom(index + 1, call);
  };
  return (call) => runFrom(0, call);
}

const refuseMalformed: Step = ({ request, target }) => {
  const problem = problemOf(request);
  if (problem !== null) return malformed(problem);
  return target.path === null ? malformed("the path is not percent-encoded UTF-8") : null;
};

function malformed(problem: string): Outcome {
  return { refused: { why: "http-malformed", problem } };
}

/** An unknown host is refused by the endpoint, each in its own way (decision A26). */
function findAccount(parts: PipelineParts): Step {
  return (call) => {
    const host = apiHost(call.request, parts.trustedProxies);
    if (host === null) return malformed("X-Forwarded-Host must name one host");
    const setAccount = (isCurrent: boolean) => {
      if (!isCurrent) return unavailable;
      call.account = parts.accountOfHost(host);
      return null;
    };
    const isCurrent = parts.directoryIsCurrent();
    return isCurrent instanceof Promise ? isCurrent.then(setAccount) : setAccount(isCurrent);
  };
}

function toEndpoint(
  endpoints: readonly ServedEndpoint[],
  serve: (endpoint: ServedEndpoint) => Pipeline,
): Pipeline {
  const byPath = new Map(
    endpoints.map((endpoint) => [
      endpoint.contract.path as string,
      { ...endpoint.contract, serve: serve(endpoint) },
    ]),
  );
  return (call) => {
    const endpoint = byPath.get(call.target.path ?? "");
    if (endpoint === undefined) return notFound;
    const { method, name } = endpoint;
    if (call.request.method !== method) {
      return { refused: { why: "method-not-allowed", allow: method } };
    }
    call.endpoint = name;
    return endpoint.serve(call);
  };
}

function withFaults(serve: Pipeline, { faultInjection }: PipelineParts): Pipeline {
  return faultInjection === null
    ? serve
    : (call) => faultInjection.around(call, async () => serve(call));
}

function answerInPlace(
  endpoint: ServedEndpoint,
  { faultInjection }: PipelineParts,
  admission: AdmissionControl,
): Pipeline {
  const places = admission.concurrencyLimit(endpoint.openAtLeast);
  const answer = (call: Call, body: Buffer) =>
    places.admit(() => faultInjection?.refuseWork(call) ?? endpoint.answer(call, body)) ??
    shed(admission);
  if (endpoint.contract.method !== "POST") {
    return (call) =>
      announcesBody(call.request)
        ? ignoreBody(call).then((refused) => refused ?? answer(call, noBody))
        : answer(call, noBody);
  }
  return async (call) => {
    // A call takes its place after its body has arrived: a slow sender holds no place.
    const body = await call.body.read();
    return isRefused(body) ? body : await answer(call, body);
  };
}

/**
 * Reads the body that clients put on a GET, and ignores it. Of a larger one the rest is not read, and the answer
 * ends the connection. A body that breaks off is refused.
 */
async function ignoreBody(call: Call): Promise<Refused<HttpRefusal> | null> {
  const body = await call.body.read();
  if (!isRefused<HttpRefusal>(body)) return null;
  if (body.refused.why !== "body-too-large") return body;
  call.isLast = true;
  return null;
}

async function shed(admission: AdmissionControl): Promise<Outcome> {
  await admission.hold();
  return unavailable;
}

const noBody = Buffer.alloc(0);
const unavailable = { refused: { why: "unavailable" } } as const;
const notFound = { refused: { why: "not-found" } } as const;

/** Counts a call against its address, and refuses it past the limit; else null. */
function refuseOverLimit(call: Call, limit: RateLimit, now: number): Refused<AnyRefusal> | null {
  call.limit = limit.count(limitKey(call.address), now);
  return call.limit?.limited === true ? rateLimited(call.limit) : null;
}

/**
 * Refuses a call without a bearer token that is valid on this host, or whose account does not have the
 * endpoint enabled; else null. The refusals before this step depend on no data of the account (decision A20).
 */
function refuseAccess(
  call: Call,
  { authentication, now }: PipelineParts,
): Refused<AnyRefusal> | null | Promise<Refused<AnyRefusal> | null> {
  const header = headerValues(call.request, "authorization");
  const token = bearerToken(header[0]);
  if (header.length > 1) return { refused: { why: "token-refused" } };
  if (token === null) return { refused: { why: "token-missing" } };
  const found = authenticate(authentication, call.account, token, now());
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

/** In place of an outcome: the connection is cut without an answer. */
export const cut = Symbol("cut the connection");
export type Cut = typeof cut;

/** Injects faults into calls of an endpoint; only the sandbox has one. */
export interface FaultInjection {
  /** Runs around the endpoint's steps, its rate limit first; `next` runs the steps. */
  around(call: Call, next: () => Promise<Outcome | Cut>): Promise<Outcome | Cut>;
  /** Runs before the endpoint's work. A refusal replaces the work. */
  refuseWork(call: Call): Exclude<Outcome, string> | null;
}
