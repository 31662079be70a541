import { fastify, type FastifyError, type FastifyInstance } from "fastify";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { serveApi, type OperatorApiParts } from "./api/serving/serve-api.ts";
import { guardRequests, refusePath, refuseUnreadable } from "./guard-requests.ts";
import { serveConsole, serveDocs, serveReference } from "./pages/serve-pages.ts";
import { ofMachines, serveMachines, type MachineParts } from "./serve-machines.ts";

export interface OperatorServerParts extends MachineParts {
  readonly api: OperatorApiParts;
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
    rewriteUrl: ({ url = "/" }) => withoutSlash(url),
    routerOptions: { maxParamLength },
    requestTimeout: requestTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    keepAliveTimeout: 10_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
    schemaController: { compilersFactory },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket),
    frameworkErrors: (_error, request, reply) => refusePath(request, reply),
  });

  guardRequests(server, ofMachines, (host) => parts.api.store.accounts.hasHost(host));

  // A request whose body has not arrived ends its connection: Node would wait for the rest.
  server.addHook("onSend", async (request, reply) => {
    if (!request.raw.complete) reply.header("connection", "close");
  });

  server.setErrorHandler((error: FastifyError, _request, reply) =>
    (error.statusCode ?? 500) < 500
      ? reply.send(error)
      : reply.code(503).send({ status: "unavailable" }),
  );

  serveMachines(server, parts);
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

const idForm = /^[\w.:/+=@-]{1,128}$/;

/** Keeps a valid X-Request-Id, as the public listener does. */
function requestId({ headers }: Pick<IncomingMessage, "headers">): string {
  const given = headers["x-request-id"];
  const isGood = typeof given === "string" && idForm.test(given);
  return isGood ? given : randomUUID();
}
