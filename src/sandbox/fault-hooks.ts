import type { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../http/answers.ts";
import { rateLimitHeaders } from "../http/rate-limits.ts";
import { headerValues } from "../http/raw-request.ts";
import type { SandboxTokens } from "./sandbox-tokens.ts";
import {
  canHappenTo,
  faultKind,
  faultyEndpoints,
  type Fault,
  type FaultName,
  type FaultyRequest,
} from "./fault-kinds.ts";
import type { FaultQueue } from "./fault-queue.ts";
import type { Journal, SeenRequest } from "./journal.ts";
import { isProblem, readFaultHeader, type Problem } from "./read-fault.ts";

export interface FaultHookParts {
  readonly queue: FaultQueue;
  readonly tokens: SandboxTokens;
  readonly journal: Journal;
  /** Tells the lists of this request which fault they have. */
  readonly listFault: AsyncLocalStorage<FaultName>;
  readonly now: () => number;
  /** Per minute, as the answers' RateLimit headers tell them. */
  readonly limits: { readonly requests: number; readonly tokens: number };
}

const faultHeader = "X-Sandbox-Fault";

/**
 * Makes faults happen to requests of the three endpoints, each at the place on the request's way
 * where it happens in production: what limits and tokens refuse comes before what the service
 * cannot do, and an answer is lost after its work was committed. The answers themselves are the
 * service's own.
 */
export function hookFaults(server: FastifyInstance, parts: FaultHookParts): void {
  const faults = new WeakMap<FastifyRequest, Fault>();
  const seen = new WeakMap<FastifyRequest, SeenRequest>();

  server.addHook("onRequest", (request, reply, done) => {
    const what = describeRequest(request);
    if (what === null) return done();
    const fault = chooseFault(request, what, parts.queue);
    if (fault !== null && isProblem(fault)) {
      void refuse(reply, { why: "parameter-malformed", parameter: faultHeader, ...fault });
      return undefined;
    }
    const entry: SeenRequest = {
      requestId: request.id,
      at: parts.now(),
      endpoint: what.endpoint,
      fault: fault?.name ?? null,
      status: null,
    };
    seen.set(request, entry);
    parts.journal.add(entry);
    if (fault === null) return done();
    faults.set(request, fault);
    if (fault.name === "lost-request") {
      request.raw.socket.destroy();
      reply.hijack();
      return undefined;
    }
    if (fault.name === "rate-limited") {
      const seconds = fault.amount ?? 1;
      const limit = what.endpoint === "oauth:token" ? parts.limits.tokens : parts.limits.requests;
      const state = { limited: true, limit, remaining: 0, resetSeconds: seconds };
      if (limit > 0) reply.headers(rateLimitHeaders(state));
      void refuse(reply, { why: "rate-limited", retryAfterSeconds: seconds });
      return undefined;
    }
    if (fault.name === "expired-token") endToken(request, parts.tokens);
    return parts.listFault.run(fault.name, done);
  });

  server.addHook("preHandler", async (request, reply) => {
    const name = faults.get(request)?.name;
    if (name === "unavailable") return refuse(reply, { why: "unavailable" });
    return name === "unauthorized" ? refuse(reply, { why: "token-refused" }) : undefined;
  });

  server.addHook("onSend", async (request, reply, payload: unknown) => {
    const fault = faults.get(request);
    if (fault?.name === "slow") await holdBack(request, reply, fault.amount ?? 0);
    const entry = seen.get(request);
    if (fault?.name === "lost-answer") request.raw.socket.destroy();
    else if (entry !== undefined) entry.status = reply.statusCode;
    return payload;
  });
}

/** Null for a path that is none of the three endpoints: no fault happens there. */
function describeRequest(request: FastifyRequest): FaultyRequest | null {
  const { endpoint: name } = request.routeOptions.config;
  const endpoint = faultyEndpoints.find((known) => known === name);
  if (endpoint === undefined) return null;
  const page = new URLSearchParams(request.url.split("?")[1]).get("page_number") ?? "1";
  return { endpoint, pageNumber: Number(page) };
}

/** The fault that the request's own header asks for, else the first one that waits for it. */
function chooseFault(
  request: FastifyRequest,
  what: FaultyRequest,
  queue: FaultQueue,
): Fault | Problem | null {
  const [value, ...more] = headerValues(request.raw, faultHeader.toLowerCase());
  if (value === undefined) return queue.take(what);
  if (more.length > 0) return { expected: "sent once: one request has one fault" };
  const fault = readFaultHeader(value);
  if (isProblem(fault) || canHappenTo(fault.name, what)) return fault;
  const { endpoints, laterPagesOnly } = faultKind(fault.name);
  const page = laterPagesOnly === undefined ? "" : " with page_number from 2 on";
  return { expected: `another fault here: ${fault.name} is for ${endpoints.join(", ")}${page}` };
}

function endToken(request: FastifyRequest, tokens: SandboxTokens): void {
  const [value = ""] = headerValues(request.raw, "authorization");
  const token = /^bearer +(\S+)$/i.exec(value.trim())?.[1];
  if (token !== undefined) tokens.end(token);
}

/** Waits, but not for a caller who has gone; the connection is not idle meanwhile. */
async function holdBack(
  request: FastifyRequest,
  reply: FastifyReply,
  delayMs: number,
): Promise<void> {
  const { socket } = request.raw;
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  const idleMs = socket.timeout ?? 0;
  socket.setTimeout(0);
  await sleep(delayMs, undefined, { signal: gone.signal }).catch(() => {});
  socket.setTimeout(idleMs);
}
