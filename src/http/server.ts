import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import {
  fastify,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { endpoints } from "../../contract/endpoints.ts";
import type { AccountId } from "../domain/account.ts";
import type { KnownAccount } from "../usecases/directory.ts";
import { refuse, render, type HttpRefusal } from "./answers.ts";
import {
  cancelInteractionBooking,
  type CancelEndpointParts,
} from "./cancel-interaction-booking.ts";
import type { TrustedProxies } from "./client-address.ts";
import { fetchContactBookings, type FetchEndpointParts } from "./fetch-contact-bookings.ts";
import { closeRequest, endAfterAnswers, openRequest } from "./open-requests.ts";
import { shedOverload } from "./overload.ts";
import { oauthToken, type TokenEndpointParts } from "./oauth-token.ts";
import type { RequestRecord } from "../store/request-records.ts";
import { apiHost, refuseMalformedHttp, requestId, routedTarget } from "./raw-request.ts";
import { decorateRequests } from "./request-facts.ts";
import { whenKnown } from "./when-known.ts";
import { answerBySocket, refusalOfClientError } from "./unreadable-request.ts";

export interface PublicServerParts
  extends
    TokenEndpointParts,
    Omit<FetchEndpointParts, "account">,
    Omit<CancelEndpointParts, "account"> {
  account(
    id: AccountId,
  ): ReturnType<FetchEndpointParts["account"]> & ReturnType<CancelEndpointParts["account"]>;
  readonly trustedProxies: TrustedProxies;
  /** Whether what is remembered of accounts can be relied on; false when the database is out of reach. */
  directoryIsCurrent(): boolean | Promise<boolean>;
  accountOfHost(host: string): KnownAccount | null;
  /** Told of every answer, once it was sent. */
  observe(answer: ObservedAnswer): void;
  /** Told of every request that can be traced (decision A62). */
  record(record: RequestRecord): void;
  /** Told of what should not have happened; the caller was answered 503. */
  reportFault(error: Error, requestId: string): void;
}

/** What may be known about an answer by the log and the metrics: no query, no token, no body. */
export interface ObservedAnswer {
  readonly requestId: string;
  readonly method: string;
  /** Wire name; `none` for a path that is no endpoint. */
  readonly endpoint: string;
  readonly status: number;
  readonly refusal: string | null;
  readonly account: string | null;
  readonly clientId: string | null;
  readonly address: string;
  readonly seconds: number;
}

/** Bodies of this interface are a few hundred bytes. */
const bodyLimitBytes = 64 * 1024;

/** How long each part of a request may take; Node's own limits let slow connections pile up. */
const timeouts = {
  headersTimeout: 5_000,
  requestTimeout: 8_000,
  /**
   * Nothing read or written on a connection: it is ended. Node gives a connection that does not take
   * its answer this time twice. It is longer than a write may wait for the database.
   */
  connectionTimeout: 6_000,
  /** Between two requests on one connection. */
  keepAliveTimeout: 10_000,
  /** How often the limits above are looked at. */
  connectionsCheckingInterval: 1_000,
} as const;

/** The public face: the three endpoints under `/v1/` and nothing else. Not yet listening. */
export function createPublicServer(parts: PublicServerParts): FastifyInstance {
  const server = fastify({
    logger: false,
    bodyLimit: bodyLimitBytes,
    genReqId: requestId,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    rewriteUrl: routedTarget,
    // The list reads its query by itself, strictly; nobody else has one.
    routerOptions: { querystringParser: () => noQuery },
    clientErrorHandler: (error, socket) => {
      const refusal = refusalOfClientError(error);
      if (refusal === null) socket.destroy();
      else answerUnreadable(socket, refusal, parts);
    },
    frameworkErrors: (_error, request, reply) => {
      begin(request, parts);
      void refuse(reply.headers(everyAnswer(request)), malformedTarget);
      reply.raw.once("finish", () => parts.observe(observedAnswer(request, reply)));
    },
    requestTimeout: timeouts.requestTimeout,
    connectionTimeout: timeouts.connectionTimeout,
    keepAliveTimeout: timeouts.keepAliveTimeout,
    http: {
      headersTimeout: timeouts.headersTimeout,
      connectionsCheckingInterval: timeouts.connectionsCheckingInterval,
      // A missing Host is refused in the interface's shape instead of Node's.
      requireHostHeader: false,
    },
  });
  // A caller that asks first whether it may send its body gets its answer from the endpoint.
  server.server.on("checkExpectation", (request, response) =>
    server.server.emit("request", request, response),
  );
  server.server.on("connect", (_request: IncomingMessage, socket: Duplex) =>
    answerUnreadable(socket, { why: "method-not-allowed", allow: "GET or POST" }, parts),
  );
  decorateRequests(server);

  // Hooks with a callback instead of a promise: nearly all that a request meets is there at once.
  server.addHook("onRequest", (request, reply, done) => {
    begin(request, parts);
    reply.headers(everyAnswer(request));
    if (!openRequest(request.raw)) {
      request.raw.socket.destroy();
      reply.hijack();
      return;
    }
    const refusal = refuseMalformedHttp(request.raw);
    if (refusal !== null) return void refuse(reply, refusal);
    if (request.method !== "GET" && request.method !== "POST") {
      return void refuseRoute(request, reply);
    }
    const host = apiHost(request.raw, parts.trustedProxies);
    if (host === null) return void refuse(reply, ambiguousHost);
    const enter = (isCurrent: boolean): void => {
      if (!isCurrent) return void refuse(reply, { why: "unavailable" });
      request.account = parts.accountOfHost(host);
      done();
    };
    whenKnown(parts.directoryIsCurrent(), enter, done);
  });

  shedOverload(server);

  // Bodies are read whatever the Content-Type says (decision A61).
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, async (_: unknown, body: Buffer) => body);

  oauthToken(server, parts);
  fetchContactBookings(server, parts);
  cancelInteractionBooking(server, parts);

  server.setNotFoundHandler(refuseRoute);
  server.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") {
      return refuse(reply, { why: "body-too-large", limitBytes: bodyLimitBytes });
    }
    if (error.code === "FST_ERR_CTP_INVALID_CONTENT_LENGTH") {
      return refuse(reply, shortBody);
    }
    // A caller who has gone away in the middle of a request is nobody's fault.
    if (!request.raw.complete && request.raw.destroyed) return refuse(reply, shortBody);
    parts.reportFault(error, request.id);
    return refuse(reply, { why: "unavailable" });
  });
  server.addHook("onSend", (request, reply, payload: unknown, done) => {
    // A server that is closing keeps no connection open for the next request.
    if (!server.server.listening) reply.header("connection", "close");
    // Of a caller who is gone Node does not say when its answer was sent.
    if (!request.raw.socket.writable) tellOfAnswer(request, reply, parts);
    done(null, payload);
  });
  server.addHook("onResponse", (request, reply, done) => {
    tellOfAnswer(request, reply, parts);
    closeRequest(request.raw);
    done();
  });
  return server;
}

const noQuery = {};

const methodOf: ReadonlyMap<string, string> = new Map(
  Object.values(endpoints).map(({ path, method }) => [path, method]),
);

/** No route: 405 where the path has another method, else 404. */
function refuseRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allow = methodOf.get(request.url.split("?", 1)[0] ?? "");
  return refuse(
    reply,
    allow === undefined ? { why: "not-found" } : { why: "method-not-allowed", allow },
  );
}

function tellOfAnswer(request: FastifyRequest, reply: FastifyReply, parts: PublicServerParts) {
  const record = recordOf(request, reply, parts.now());
  if (record !== null) parts.record(record);
  parts.observe(observedAnswer(request, reply));
}

function observedAnswer(request: FastifyRequest, reply: FastifyReply): ObservedAnswer {
  return {
    requestId: request.id,
    method: request.method,
    endpoint: request.routeOptions.config.endpoint ?? "none",
    status: reply.statusCode,
    refusal: request.refusal,
    account: request.account?.name ?? null,
    clientId: request.clientId,
    address: request.address,
    seconds: reply.elapsedTime / 1000,
  };
}

/** What could not be read as a request is answered all the same, and seen in log and metrics. */
function answerUnreadable(socket: Duplex, refusal: HttpRefusal, parts: PublicServerParts): void {
  const { remoteAddress = "" } = socket as Socket;
  if (endAfterAnswers(socket)) return;
  const id = answerBySocket(socket, refusal);
  if (id === null) return;
  parts.observe({
    requestId: id,
    method: "none",
    endpoint: "none",
    status: render(refusal).status,
    refusal: refusal.why,
    account: null,
    clientId: null,
    address: parts.trustedProxies.clientAddress(remoteAddress, undefined),
    seconds: 0,
  });
}

const malformedTarget = {
  why: "http-malformed",
  problem: "the path is not percent-encoded UTF-8",
} as const;
const ambiguousHost = {
  why: "http-malformed",
  problem: "X-Forwarded-Host must name one host",
} as const;
const shortBody = {
  why: "http-malformed",
  problem: "the body is not as long as Content-Length says",
} as const;

function begin(request: FastifyRequest, parts: PublicServerParts): void {
  const { headers, socket } = request.raw;
  const forwardedFor = headers["x-forwarded-for"];
  request.address = parts.trustedProxies.clientAddress(
    socket.remoteAddress ?? "",
    Array.isArray(forwardedFor) ? forwardedFor.join(",") : forwardedFor,
  );
  request.recordable = {};
  const contentType = headers["content-type"];
  if (contentType === undefined) return;
  request.isForm = /^application\/x-www-form-urlencoded\b/i.test(contentType);
  headers["content-type"] = "application/octet-stream";
}

/** Every cancel, and every other authenticated request that was refused (decision A62). */
function recordOf(request: FastifyRequest, reply: FastifyReply, now: number): RequestRecord | null {
  const { caller, refusal, method } = request;
  const endpoint = request.routeOptions.config.endpoint ?? "none";
  const isCancel = endpoint === "interactions:cancelInteractionBooking";
  if (caller === null || (refusal === null && !isCancel)) return null;
  return {
    accountId: caller.account.id,
    requestId: request.id,
    at: now,
    clientId: caller.clientId,
    endpoint,
    request: { method, ...request.recordable },
    status: reply.statusCode,
    refusal,
    answer: request.refusalBody ?? {},
    durationMs: reply.elapsedTime,
  };
}

function everyAnswer(request: FastifyRequest): Record<string, string> {
  return { "x-request-id": request.id, "cache-control": "no-store" };
}
