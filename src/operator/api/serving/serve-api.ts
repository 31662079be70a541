import type { IncomingMessage } from "node:http";
import { requireProgramFile } from "../../../files/program-files.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { formatAccountName } from "../../../domain/account.ts";
import { readTraceparent } from "../../../domain/identifier.ts";
import type { Refused } from "../../../domain/refusal.ts";
import type { Store } from "../../../store/store.ts";
import type { NamedAccount, Operator } from "../../../store/doors/access.ts";
import type { ObservedAnswer } from "../../../http/call/sent-answer.ts";
import type { ServedParts } from "../served.ts";
import {
  compileSerializer,
  compileValidator,
  passBodies,
  readBodies,
  everyAnswer,
  refusalOf,
  refuse,
} from "../request/wire.ts";
import { renderProblem, type AnyRefusal } from "../../../operations/machinery/problems.ts";
import { Creations } from "../state/creations.ts";
import { FailedRequests } from "../state/failed-requests.ts";
import { HoldRate } from "../state/hold-rate.ts";
import { LongReads } from "../state/long-reads.ts";
import { ImportJobs } from "../state/import-jobs.ts";
import { refusePath, routes } from "./routes.ts";
import type { WebhookSettings } from "../../../operations/machinery/operation.ts";
import { isStreamed } from "../../../operations/machinery/operations-of.ts";
import { serveBeginning, serveRoute } from "./serve-route.ts";
import type { Caller } from "../session/authenticate.ts";
import type { SignInCodes } from "../state/sign-in-codes.ts";
import { sessionBeginnings } from "../session/sign-in.ts";
import { serveOidc } from "../oidc/serve-oidc.ts";
import type { OidcSettings } from "../oidc/identity-provider.ts";
import type { Turns } from "./turns.ts";
import type { LookUps } from "../../../outgoing/look-ups/look-ups.ts";

export interface OperatorApiParts extends Pick<ServedParts, "traffic" | "publicAddress"> {
  readonly store: Store;
  readonly codes: SignInCodes;
  /** Failed requests that an address may send in a minute without a valid key or session; 0: any. */
  readonly failedPerMinute: number;
  /** What one account or operator may make in a minute; see `Creations`. */
  readonly creationsPerMinute: number;
  /** How many requests of a key and of an account are served at once. */
  readonly turns: Turns;
  /** What one key may hold in a second; see `HoldRate`. */
  readonly holdsPerSecond: number;
  readonly changesRetentionDays: number;
  readonly webhooks: WebhookSettings;
  /** Null where only keys sign in. */
  readonly oidc: OidcSettings | null;
  /** Looks up the name of the identity provider. */
  readonly lookUps: LookUps;
  /** True from the moment that the process received its signal to end. */
  isClosing(): boolean;
  /** Milliseconds UTC. */
  now(): number;
  /** The client's address, read through trusted proxies only. */
  addressOf(request: IncomingMessage): string;
  /** Called with the operator whose key or session a request has; null where the key or session is not good. */
  noteSender(request: IncomingMessage, operator: Operator | null): void;
  /** Called with every answer, once it was sent. */
  observe(answer: ObservedApiAnswer): void;
  /** Called with why signing in with the identity provider failed, in a word or two. */
  reportSignIn(reason: string, requestId: string): void;
  /** Called with an unexpected error of a request, or of an import that goes on after its answer. */
  reportFault(error: Error, requestId: string): void;
}

/** The facts of an answer for log and metrics: no query, no body, no key. */
export interface ObservedApiAnswer extends Omit<ObservedAnswer, "clientId"> {
  /** Name of the operation; `none` for a path that is none. */
  readonly endpoint: string;
  readonly operator: string | null;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Name of the operation, for the log and the metrics. */
    endpoint?: string;
    /** Whether the operation writes. */
    writes?: boolean;
  }
  interface FastifyRequest {
    facts: RequestFacts;
  }
}

/** Questions whether rights still stand, each of which throws `RightsEnded` where they do not. */
interface RightsOfRequest {
  /** The rights of the key or the session that sent the request, which its answer needs. */
  readonly ofRequest: () => Promise<void>;
  /** The rights of the operator, which work needs that goes on after the session has ended. */
  readonly ofOperator: () => Promise<void>;
}

/** Facts that the steps of a request find out. */
interface RequestFacts {
  caller: Caller | null;
  rights: RightsOfRequest | null;
  account: NamedAccount | null;
  /** The account in the path does not exist, and an earlier request may have deleted it. */
  unknownAccount: Refused<AnyRefusal> | null;
  refusal: string | null;
}

/** The facts of a request that was refused before this scope: it is ambiguous, or names an API host. */
const noFacts: Readonly<RequestFacts> = {
  caller: null,
  rights: null,
  account: null,
  unknownAccount: null,
  refusal: null,
};

/** How long an export or a verification waits for a place before it is answered 429. */
const longReadWaitMs = 10_000;

/** An export or a verification holds a snapshot; a follower that waits holds nothing but its connection. */
function reads() {
  return {
    longReads: new LongReads({ all: 6, ofAccount: 2, ofOperator: 2, waitMs: longReadWaitMs }),
    followers: new LongReads({ all: 128, ofAccount: 32, ofOperator: 16 }),
    slotFiles: new LongReads({ all: 2, ofAccount: 1, ofOperator: 1 }),
  };
}

const apiPrefix = "/operator/v1";

/** Serves the operator API below `/operator/v1`, from the table of its routes. */
export function serveApi(server: FastifyInstance, parts: OperatorApiParts): void {
  const imports = new ImportJobs(
    (accountId) => parts.store.importJobs(accountId),
    (error) => parts.reportFault(error, "import"),
    () => parts.now(),
  );
  const failed = new FailedRequests(parts.failedPerMinute);
  const creations = new Creations(parts.creationsPerMinute);
  const holdRate = new HoldRate(parts.holdsPerSecond);
  const all = { ...parts, imports, failed, creations, holdRate, ...reads() };
  server.addHook("onClose", () => imports.close());
  const plugin = async (scope: FastifyInstance) => {
    scope.setValidatorCompiler(compileValidator);
    scope.setSerializerCompiler(compileSerializer);
    readBodies(scope);
    answerAsApi(scope, parts, failed);
    scope.get("/openapi.json", { config: { endpoint: "openApi" } }, async (_request, reply) =>
      reply
        .type("application/json; charset=utf-8")
        .header("cache-control", "no-cache")
        // Read when somebody asks: the text is a megabyte.
        .send(requireProgramFile("contract/operator-openapi.json")),
    );
    serveOidc(scope, all);
    for (const beginning of sessionBeginnings) serveBeginning(scope, beginning, all);
    for (const route of routes) if (!isStreamed(route)) serveRoute(scope, route, all);
    void scope.register(async (streams) => {
      passBodies(streams);
      for (const route of routes) if (isStreamed(route)) serveRoute(streams, route, all);
    });
  };
  void server.register(plugin, { prefix: apiPrefix });
}

/** Gives every answer its headers, its log line, and problem+json for failures. */
function answerAsApi(
  scope: FastifyInstance,
  parts: OperatorApiParts,
  failed: FailedRequests,
): void {
  scope.decorateRequest("facts");
  scope.addHook("onRequest", async (request, reply) => {
    request.facts = { ...noFacts };
    reply.headers({ ...everyAnswer, "x-request-id": request.id });
    // Before its body is read.
    if (request.is404) return refuseUnknown(request, reply);
    const { headers } = request.raw;
    const { writes = false } = request.routeOptions.config;
    const sender = { headers, writes, address: parts.addressOf(request.raw) };
    const refusal = await parts.turns.take(sender, reply.raw);
    return refusal === null ? undefined : refuse(request, reply, refusal);
  });
  scope.addHook("onSend", async (request, reply, payload) => {
    const { statusCode } = reply;
    const isKeyless = (request.facts as RequestFacts | undefined)?.caller === null;
    if (!isKeyless || statusCode < 400 || statusCode >= 500) return payload;
    const retryAfterSeconds = await failed.count(parts.addressOf(request.raw));
    if (retryAfterSeconds === null) return payload;
    const refusal = { why: "too-many-attempts", retryAfterSeconds } as const;
    request.facts.refusal = refusal.why;
    const { status, headers, body } = renderProblem(refusal, request.id);
    reply.code(status).headers(headers).removeHeader("www-authenticate");
    return JSON.stringify(body);
  });
  scope.addHook("onResponse", async (request, reply) => {
    const { caller, account, refusal } = request.facts ?? noFacts;
    parts.observe({
      requestId: request.id,
      traceparent: readTraceparent(request.headers["traceparent"]),
      method: request.method,
      endpoint: request.is404 ? "none" : (request.routeOptions.config.endpoint ?? "none"),
      status: reply.statusCode,
      refusal,
      account: account === null ? null : formatAccountName(account.name),
      operator: caller?.operator.name ?? null,
      address: parts.addressOf(request.raw),
      seconds: reply.elapsedTime / 1000,
    });
  });
  scope.setNotFoundHandler(refuseUnknown);
  scope.setErrorHandler((error: Error, request, reply) => {
    const refusal = refusalOf(error, request);
    if (unexpected.has(refusal.why)) parts.reportFault(error, request.id);
    return refuse(request, reply, refusal);
  });
}

/** Failures of the machine, which its operator has to see in the log. */
const unexpected: ReadonlySet<string> = new Set(["unavailable", "no-temporary-space"]);

function refuseUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ""] = request.url.split("?", 1);
  return refuse(request, reply, refusePath(path.slice(apiPrefix.length)));
}
