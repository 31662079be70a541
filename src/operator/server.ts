import { fastify, type FastifyError, type FastifyInstance } from "fastify";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { programVersion } from "../domain/program-version.ts";
import type { SchemaState } from "../store/migrations/schema-state.ts";
import { cameByApiHost } from "./api/serving/host-guard.ts";
import { serveApi, type OperatorApiParts } from "./api/serving/serve-api.ts";
import { serveConsole } from "./console/serve-console.ts";
import type { Metrics } from "./metrics.ts";
import { serveReference } from "./reference/serve-reference.ts";

export interface OperatorServerParts {
  readonly api: OperatorApiParts;
  readonly metrics: Pick<Metrics, "render">;
  /** Whether the database takes writes. Throws when it does not answer. */
  ping(): Promise<"writable" | "read-only">;
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
    routerOptions: { maxParamLength },
    requestTimeout: requestTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    keepAliveTimeout: 10_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
    schemaController: { compilersFactory },
  });

  server.addHook("onRequest", async (request, reply) => {
    if (ofMachines.has(request.url.split("?", 1)[0] ?? "")) return undefined;
    const isApiHost = (host: string) => parts.api.store.accounts.hasHost(host);
    return (await cameByApiHost(request.raw, isApiHost))
      ? reply.code(404).send({ status: "not found" })
      : undefined;
  });

  server.setErrorHandler((error: FastifyError, _request, reply) =>
    (error.statusCode ?? 500) < 500
      ? reply.send(error)
      : reply.code(503).send({ status: "unavailable" }),
  );

  server.get("/livez", async () => ({ status: "alive" }));

  server.get("/readyz", async (_request, reply) => {
    const reason = await whyNotReady(parts);
    return reason === null
      ? { status: "ready", version: programVersion }
      : reply.code(503).send({ status: "not ready", reason, version: programVersion });
  });

  server.get("/metrics", async (_request, reply) => {
    const { text, contentType } = await parts.metrics.render();
    return reply.header("content-type", contentType).send(text);
  });

  serveReference(server);
  serveConsole(server);
  serveApi(server, parts.api);

  return server;
}

async function whyNotReady(parts: OperatorServerParts): Promise<string | null> {
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
  return parts.whyNotServing();
}

/** Probes and scrapers use any host name, also while the database is down. */
const ofMachines: ReadonlySet<string> = new Set(["/livez", "/readyz", "/metrics"]);

const idForm = /^[\w.:/+=@-]{1,128}$/;

/** Keeps a valid X-Request-Id, as the public listener does. */
function requestId({ headers }: Pick<IncomingMessage, "headers">): string {
  const given = headers["x-request-id"];
  const isGood = typeof given === "string" && idForm.test(given);
  return isGood ? given : randomUUID();
}
