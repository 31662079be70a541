import { isRefused } from "../domain/refusal.ts";
import type { Authentication } from "../usecases/authenticate.ts";
import type { KnownAccount } from "../usecases/directory.ts";
import { refuseAccess, refuseOverLimit } from "./access.ts";
import type { Call } from "./call.ts";
import type { TrustedProxies } from "./transport/client-address.ts";
import type { Outcome, ServedEndpoint } from "./endpoints/endpoint.ts";
import type { FaultInjection } from "./fault-injection.ts";
import { createAdmissionControl, type ConcurrencyLimit } from "./admission-control.ts";
import { apiHost, refuseMalformedHttp } from "./transport/raw-request.ts";

export interface PipelineParts {
  readonly trustedProxies: TrustedProxies;
  readonly authentication: Authentication;
  /** Whether what is remembered of accounts can be relied on; false when the database is out of reach. */
  directoryIsCurrent(): boolean | Promise<boolean>;
  accountOfHost(host: string): KnownAccount | null;
  readonly now: () => number;
  /** What befalls calls besides; null where nothing does. */
  readonly faultInjection: FaultInjection | null;
}

/**
 * The way that every request goes, in this order (decisions B4, A20): what HTTP forbids, the host and
 * its account, more load than there is capacity for, the path; then, on an endpoint, the limit of the
 * address, the token, the body, the endpoint's work. The first refusal is what comes of it. Null
 * means that the connection is to be cut.
 */
export function createPipeline(
  parts: PipelineParts,
  endpoints: readonly ServedEndpoint[],
): (call: Call) => Promise<Outcome | null> {
  const admission = createAdmissionControl();
  const byPath = new Map<string, LimitedEndpoint>(
    endpoints.map((endpoint) => [
      endpoint.contract.path,
      { ...endpoint, concurrency: admission.concurrencyLimit(endpoint.openAtLeast) },
    ]),
  );

  return async (call) => {
    const { request, target } = call;
    const malformed = refuseMalformedHttp(request);
    if (malformed !== null) return { refused: malformed };
    if (target.path === null) return malformedPath;
    const host = apiHost(request, parts.trustedProxies);
    if (host === null) return ambiguousHost;
    const isCurrent = parts.directoryIsCurrent();
    if (isCurrent !== true && !(await isCurrent)) return unavailable;
    call.account = parts.accountOfHost(host);
    if (!admission.admitRequest()) return tooMany();
    const endpoint = byPath.get(target.path);
    if (endpoint === undefined) return notFound;
    const { method, name } = endpoint.contract;
    if (request.method !== method) return { refused: { why: "method-not-allowed", allow: method } };
    call.endpoint = name;
    return parts.faultInjection === null
      ? callEndpoint(call, endpoint)
      : parts.faultInjection.around(call, () => callEndpoint(call, endpoint));
  };

  async function callEndpoint(call: Call, endpoint: LimitedEndpoint): Promise<Outcome> {
    const { concurrency } = endpoint;
    const { authenticated, method } = endpoint.contract;
    const overLimit = refuseOverLimit(call, endpoint.limit, parts.now());
    if (overLimit !== null) return overLimit;
    const noAccess = authenticated
      ? await refuseAccess(call, parts.authentication, parts.now())
      : null;
    if (noAccess !== null) return noAccess;
    // Not begun before the body is there: until then it is the sender who is waited for.
    const body = method === "POST" ? await call.body.read() : noBody;
    if (isRefused(body)) return body;
    if (!concurrency.hasCapacity()) return tooMany();
    concurrency.begin();
    try {
      return parts.faultInjection?.refuseWork(call) ?? (await endpoint.answer(call, body));
    } finally {
      concurrency.end();
    }
  }

  async function tooMany(): Promise<Outcome> {
    await admission.hold();
    return unavailable;
  }
}

type LimitedEndpoint = ServedEndpoint & { readonly concurrency: ConcurrencyLimit };

const noBody = Buffer.alloc(0);
const unavailable = { refused: { why: "unavailable" } } as const;
const notFound = { refused: { why: "not-found" } } as const;
const malformedPath = {
  refused: { why: "http-malformed", problem: "the path is not percent-encoded UTF-8" },
} as const;
const ambiguousHost = {
  refused: { why: "http-malformed", problem: "X-Forwarded-Host must name one host" },
} as const;
