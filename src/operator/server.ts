import {
  fastify,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { programVersion } from "../domain/program-version.ts";
import { ambiguityOf } from "../http/call/raw-request.ts";
import type { SchemaState } from "../store/migrations/schema-state.ts";
import { cameByApiHost } from "./api/serving/host-guard.ts";
import { renderProblem } from "../operations/problems.ts";
import { everyAnswer, serveApi, type OperatorApiParts } from "./api/serving/serve-api.ts";
import { serveConsole } from "./console/serve-console.ts";
import { serveDocs } from "./docs/serve-docs.ts";
import type { Metrics } from "./metrics.ts";
import { PacedWork } from "./paced-work.ts";
import { serveReference } from "./reference/serve-reference.ts";
import { refuseUnreadable } from "./refuse-unreadable.ts";
import { WriteProbe } from "./write-probe.ts";

export interface OperatorServerParts {
  readonly api: OperatorApiParts;
  readonly metrics: Pick<Metrics, "render">;
  /** Resolves when the thread that serves callers runs. */
  isAlive(): Promise<void>;
  /** Whether the database takes writes. Throws when it does not answer. */
  ping(): Promise<"writable" | "read-only">;
  /** Writes something that changes nothing. Throws when the database takes no writes. */
  probeWrite(): Promise<void>;
  schemaState(): Promise<SchemaState>;
  /** Null while callers are served. */
  whyNotServing(): Promise<string | null>;
  /** True from the moment that the process received its signal to end. */
  isClosing(): boolean;
}

/** The time of the longest upload; an idle connection is ended sooner. */
const requestTimeoutMs = 15 * 60_000;
/** An import of slots may work this long before it answers. */
const connectionTimeoutMs = 120_000;
/**
 * The metrics are rendered in the thread that serves callers, in the time of some twenty lists, and need no key.
 */
const metricsPauseMs = 100;
/** The longest id in a path, percent-encoded. */
const maxParamLength = 4096;

/** Fastify's own compilers would be loaded at each start; the API sets others. */
const compilersFactory = { buildValidator: noCompiler, buildSerializer: noCompiler };

function noCompiler(): never {
  throw new Error("Only routes of the operator API have schemas.");
}

/** The operator's listener: console, API, health, metrics, reference. Not yet listening. */
export function createOperatorServer(parts: OperatorServerParts): FastifyInstance {
  const server = fastify({
    logger: false,
    return503OnClosing: false,
    genReqId: requestId,
    requestIdHeader: false,
    rewriteUrl: ({ url = "/" }) => withoutSlash(url),
    routerOptions: { maxParamLength },
    requestTimeout: requestTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    keepAliveTimeout: 10_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
    schemaController: { compilersFactory },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket),
    frameworkErrors: (_error, request, reply) => refuseMalformed(request, reply, notAPath),
  });

  server.addHook("onRequest", async (request, reply) => {
    const ambiguity = ambiguityOf(request.raw);
    if (ambiguity !== null) {
      reply.header("connection", "close");
      refuseMalformed(request, reply, { field: "the request:", expected: ambiguity });
      return reply;
    }
    reply.header("x-content-type-options", "nosniff");
    if (request.headers["x-forwarded-proto"] === "https") {
      reply.header("strict-transport-security", "max-age=31536000");
    }
    if (ofMachines.has(request.url.split("?", 1)[0] ?? "")) return undefined;
    const isApiHost = (host: string) => parts.api.store.accounts.hasHost(host);
    return (await cameByApiHost(request.raw, isApiHost))
      ? reply.code(404).send({ status: "not found" })
      : undefined;
  });

  // A request whose body has not arrived ends its connection: Node would wait for the rest.
  server.addHook("onSend", async (request, reply) => {
    if (!request.raw.complete) reply.header("connection", "close");
  });

  server.setErrorHandler((error: FastifyError, _request, reply) =>
    (error.statusCode ?? 500) < 500
      ? reply.send(error)
      : reply.code(503).send({ status: "unavailable" }),
  );

  for (const path of ["/livez", "/healthz"]) {
    server.get(path, async () => {
      await parts.isAlive();
      return { status: "alive" };
    });
  }

  const writeProbe = new WriteProbe(() => parts.probeWrite());
  server.get("/readyz", async (_request, reply) => {
    const reason = await whyNotReady(parts, writeProbe);
    return reason === null
      ? { status: "ready", version: programVersion }
      : reply.code(503).send({ status: "not ready", reason, version: programVersion });
  });

  const metrics = new PacedWork(() => parts.metrics.render(), metricsPauseMs);
  server.get("/metrics", async (_request, reply) => {
    const { text, contentType } = await metrics.result();
    return reply.header("content-type", contentType).send(text);
  });

  serveReference(server);
  serveDocs(server);
  serveConsole(server);
  serveApi(server, parts.api);

  return server;
}

/**
 * A path with a slash behind it means the one without, but not in the documentation's folders. Nor for machines:
 * a proxy in front that keeps `/metrics` to itself names it without a slash.
 */
function withoutSlash(url: string): string {
  const [path = "/"] = url.split("?", 1);
  const without = path.slice(0, -1);
  const stays = without === "" || path.startsWith("/docs/") || ofMachines.has(without);
  return path.endsWith("/") && !stays ? without + url.slice(path.length) : url;
}

/** Fastify runs no hook for a path that it cannot decode. */
const notAPath = { field: "the path", expected: "UTF-8, percent-encoded" } as const;

function refuseMalformed(
  { id }: FastifyRequest,
  reply: FastifyReply,
  fault: { readonly field: string; readonly expected: string },
): void {
  const { status, body } = renderProblem({ why: "malformed", ...fault }, id);
  void reply
    .code(status)
    .headers({ ...everyAnswer, "x-request-id": id })
    .type("application/problem+json; charset=utf-8")
    .send(JSON.stringify(body));
}

async function whyNotReady(
  parts: OperatorServerParts,
  writeProbe: WriteProbe,
): Promise<string | null> {
  if (parts.isClosing()) return "The process is shutting down.";
  try {
    // A standby's lists may be stale, and cancels would be refused (decision B180).
    if ((await parts.ping()) === "read-only") {
      return "The database takes no writes: it is a standby, or was made read-only.";
    }
    const state = await parts.schemaState();
    if (state === "older" || state === "newer")
      return `The database's schema is ${state} than this program.`;
  } catch {
    return "The database does not answer.";
  }
  if (!(await writeProbe.works())) return "The database takes no writes: the last one failed.";
  return parts.whyNotServing();
}

/** Probes and scrapers use any host name, also while the database is down. */
const ofMachines: ReadonlySet<string> = new Set(["/livez", "/healthz", "/readyz", "/metrics"]);

const idForm = /^[\w.:/+=@-]{1,128}$/;

/** Keeps a valid X-Request-Id, as the public listener does. */
function requestId({ headers }: Pick<IncomingMessage, "headers">): string {
  const given = headers["x-request-id"];
  const isGood = typeof given === "string" && idForm.test(given);
  return isGood ? given : randomUUID();
}
