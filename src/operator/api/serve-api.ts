import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parseAccountName } from "../../domain/account.ts";
import type { OperatorRole } from "../../domain/operator.ts";
import { isRefused, type Refused } from "../../domain/refusal.ts";
import type { IdentifiedAccount } from "../../usecases/operator/identify-account.ts";
import type { Store } from "../../store/store.ts";
import { Authenticator, comesFromElsewhere, type Caller } from "./session/authenticate.ts";
import { BadInput } from "./bad-input.ts";
import { ImportJobs } from "./imports/import-jobs.ts";
import { LongReads } from "./data/long-reads.ts";
import { TooManyBytes } from "./limit-bytes.ts";
import { refusePath } from "./refuse-path.ts";
import { renderProblem, type AnyRefusal, type ApiRefusal } from "./problems.ts";
import { readBodiesAsTheyAre, readBody, readOrder } from "./read-order.ts";
import type { ApiParts, Reply, Route } from "./route.ts";
import { routes } from "./routes.ts";
import { Sessions } from "./session/sessions.ts";
import type { SignInCodes } from "./session/sign-in-codes.ts";
import { begunReply, sessionBeginnings } from "./session/sign-in.ts";
import type { TrafficHistory } from "../traffic/traffic-history.ts";
import { visibleAccount } from "./visible-account.ts";

export interface OperatorApiParts {
  readonly store: Store;
  /** What callers were answered lately. */
  readonly traffic: Pick<TrafficHistory, "series">;
  /** Where callers are answered, as this machine sees it; null before they are. */
  readonly publicAddress: () => string | null;
  /** What a sign-in link is good for. */
  readonly codes: SignInCodes;
  /** Milliseconds UTC. */
  now(): number;
  /** Whose address a request has, as far as trusted proxies vouch for it. */
  addressOf(request: IncomingMessage): string;
  /** Told of every answer, once it was sent. */
  observe(answer: ObservedApiAnswer): void;
  /** Told of what should not have happened; the operator was answered 503. */
  reportFault(error: Error, requestId: string): void;
}

/** What the log may know of an answer: no query, no body, no key. */
export interface ObservedApiAnswer {
  readonly requestId: string;
  readonly method: string;
  /** Name of the operation; `none` for a path that is none. */
  readonly endpoint: string;
  readonly status: number;
  readonly refusal: string | null;
  readonly account: string | null;
  readonly operator: string | null;
  readonly address: string;
  readonly seconds: number;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Name of the operation, for the log and the metrics. */
    endpoint?: string;
  }
}

/** What becomes known about a request on its way. */
interface Facts {
  caller: Caller | null;
  account: IdentifiedAccount | null;
  refusal: string | null;
}

export const apiPrefix = "/operator/v1";
const rank: Readonly<Record<OperatorRole, number>> = { viewer: 0, staff: 1, admin: 2 };
const wholeName = "tenant/environment";

/** Serves the operator API below `/operator/v1`, from the table of its routes. */
export function serveApi(server: FastifyInstance, parts: OperatorApiParts): void {
  const { store, traffic, publicAddress } = parts;
  const sessions = new Sessions();
  const imports = new ImportJobs((error) => parts.reportFault(error, "import"));
  const authenticator = new Authenticator(store.operators, sessions);
  const beginningParts = { store, authenticator, sessions, codes: parts.codes };
  const longReads = new LongReads();
  const handlerParts: ApiParts = { store, sessions, imports, longReads, traffic, publicAddress };
  const facts = new WeakMap<FastifyRequest, Facts>();
  const factsOf = (request: FastifyRequest): Facts => {
    const known = facts.get(request) ?? { caller: null, account: null, refusal: null };
    facts.set(request, known);
    return known;
  };
  const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: AnyRefusal) => {
    factsOf(request).refusal = refusal.why;
    const { status, headers, body } = renderProblem(refusal, request.id);
    return reply
      .code(status)
      .headers(headers)
      .header("content-type", "application/problem+json; charset=utf-8")
      .send(JSON.stringify(body));
  };
  const doingOf = (request: FastifyRequest, caller: Caller) => ({
    actor: `operator: ${caller.operator.name}`,
    now: parts.now(),
    requestId: request.id,
  });

  server.addHook("onClose", () => imports.close());

  const plugin = async (scope: FastifyInstance) => {
    readBodiesAsTheyAre(scope);
    scope.addHook("onRequest", async (request, reply) => {
      reply.headers({ ...everyAnswer, "x-request-id": request.id });
    });
    scope.addHook("onResponse", async (request, reply) => {
      const { caller, account, refusal } = factsOf(request);
      parts.observe({
        requestId: request.id,
        method: request.method,
        endpoint: request.is404 ? "none" : (request.routeOptions.config.endpoint ?? "none"),
        status: reply.statusCode,
        refusal,
        account: account === null ? null : `${account.name.tenant}/${account.name.environment}`,
        operator: caller?.operator.name ?? null,
        address: parts.addressOf(request.raw),
        seconds: reply.elapsedTime / 1000,
      });
    });
    scope.setNotFoundHandler((request, reply) =>
      refuse(
        request,
        reply,
        refusePath((request.url.split("?", 1)[0] ?? "").slice(apiPrefix.length)),
      ),
    );
    scope.setErrorHandler(
      (error: Error & { code?: string; statusCode?: number }, request, reply) => {
        const refusal = refusalOf(error, request);
        if (refusal.why === "unavailable") parts.reportFault(error, request.id);
        return refuse(request, reply, refusal);
      },
    );

    scope.get("/openapi.json", { config: { endpoint: "openApi" } }, async (_request, reply) =>
      reply
        .header("content-type", "application/json; charset=utf-8")
        .header("cache-control", "no-cache")
        .send(document),
    );

    for (const route of sessionBeginnings) {
      scope.post(
        route.path,
        { config: { endpoint: route.operation }, onRequest: refuseMediaType(route, refuse) },
        async (request, reply) => {
          const at = {
            address: parts.addressOf(request.raw),
            now: parts.now(),
            requestId: request.id,
          };
          if (comesFromElsewhere(request.raw)) return refuse(request, reply, { why: "forged" });
          const answer = await route.begin(beginningParts, readBody(route, request) as never, at);
          if (isRefused<AnyRefusal>(answer)) return refuse(request, reply, answer.refused);
          factsOf(request).caller = { operator: answer.operator, session: answer.session.session };
          return send(reply, begunReply(answer, at.now, request.headers));
        },
      );
    }

    for (const route of routes) {
      scope.route({
        method: route.method,
        url: route.path.replaceAll(/\{(\w+)\}/g, ":$1"),
        config: { endpoint: route.operation },
        ...(route.body !== null && { bodyLimit: route.body.limitBytes }),
        onRequest: [
          async (request, reply) => {
            const at = parts.now();
            const caller = await authenticator.authenticate(
              request.raw,
              parts.addressOf(request.raw),
              at,
            );
            if (isRefused<ApiRefusal>(caller)) return refuse(request, reply, caller.refused);
            const known = factsOf(request);
            known.caller = caller;
            // A look at something must not wait for whoever writes.
            store.operators.noteUse(caller.operator, at).catch(() => {});
            const refusal = refuseRole(route, caller);
            if (refusal !== null) return refuse(request, reply, refusal);
            if (!namesAccount(route)) return undefined;
            const account = await accountOf(store, caller, request.params);
            if (isRefused<AnyRefusal>(account)) return refuse(request, reply, account.refused);
            known.account = account;
            return undefined;
          },
          refuseMediaType(route, refuse),
        ],
        handler: async (request, reply) => {
          const { caller, account } = factsOf(request);
          if (caller === null) throw new Error("Nobody is known to have sent this.");
          const order = readOrder(route, request, caller, doingOf(request, caller));
          const answer = await route.handle(handlerParts, order as never, account ?? ofNone);
          if (isRefused<AnyRefusal>(answer)) return refuse(request, reply, answer.refused);
          if (answer.body instanceof Readable) {
            // By then its status is sent: whoever reads it sees the connection cut.
            answer.body.once("error", (error) => parts.reportFault(error, request.id));
          }
          return send(reply, answer);
        },
      });
    }
  };
  void server.register(plugin, { prefix: apiPrefix });
}

/** Handlers of routes whose path names no account are given none; they do not ask. */
const ofNone = Object.freeze({}) as IdentifiedAccount;

const everyAnswer = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
} as const;

/** Made of the routes by `npm run openapi`. */
const document = readFileSync(
  new URL("../../../contract/operator-openapi.json", import.meta.url),
  "utf8",
);

function namesAccount({ path }: Route): boolean {
  return path.startsWith("/accounts/{tenant}/{environment}");
}

function refuseRole({ role, scope }: Route, { operator }: Caller): AnyRefusal | null {
  if (rank[operator.role] < rank[role]) return { why: "role-too-low" };
  return scope === "installation" && operator.accounts !== null
    ? { why: "not-for-all-accounts" }
    : null;
}

async function accountOf(
  store: Store,
  { operator }: Caller,
  params: unknown,
): Promise<IdentifiedAccount | Refused<AnyRefusal>> {
  const { tenant, environment } = params as Readonly<Record<string, string>>;
  const name = parseAccountName(`${tenant}/${environment}`);
  const account = name === null ? null : await visibleAccount(store, operator, name);
  const unnamed = { tenant: wholeName, environment: "development" } as const;
  return account ?? { refused: { why: "unknown-account", account: name ?? unnamed } };
}

type Refuse = (request: FastifyRequest, reply: FastifyReply, refusal: AnyRefusal) => FastifyReply;

/** Another site's form can send a body, but not of these types without asking first. */
function refuseMediaType({ body }: Pick<Route, "body">, refuse: Refuse) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { headers } = request;
    const announced =
      headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) !== 0;
    if (body === null || !announced) return undefined;
    const [type = ""] = (headers["content-type"] ?? "").split(";");
    return type.trim().toLowerCase() === body.type
      ? undefined
      : refuse(request, reply, { why: "media-type", expected: body.type });
  };
}

function refusalOf(
  error: Error & { code?: string; statusCode?: number },
  { routeOptions }: FastifyRequest,
): AnyRefusal {
  if (error instanceof BadInput) {
    return { why: "malformed", field: error.field, expected: error.expected };
  }
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE" || error instanceof TooManyBytes) {
    return { why: "body-too-large", limitBytes: routeOptions.bodyLimit ?? 0 };
  }
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return { why: "malformed", field: "the request", expected: "well-formed HTTP is expected" };
  }
  return { why: "unavailable" };
}

function send(reply: FastifyReply, { status = 200, body, headers = {} }: Reply): FastifyReply {
  reply.code(status).headers(headers);
  if (body === null || body instanceof Readable) return reply.send(body ?? undefined);
  return reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(body));
}
