import {
  fastify,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import { serveApi, type OperatorApiParts } from "./api/serving/serve-api.ts";
import { serveConsole, serveDocs, serveReference } from "./pages/serve-pages.ts";
import { ofMachines, serveMachines, type MachineParts } from "./serve-machines.ts";
import type { Socket } from "node:net";
import { isLoopbackHost, parseHost } from "../domain/account.ts";
import { ambiguityOf } from "../http/call/raw-request.ts";
import { renderProblem } from "../operations/machinery/problems.ts";
import { everyAnswer } from "./api/request/wire.ts";

const { STATUS_CODES } = process.getBuiltinModule("node:http");

interface OperatorServerParts extends MachineParts {
  readonly api: OperatorApiParts;
  /** Between two requests on one connection, milliseconds. */
  readonly idleLimitMs: number;
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
    keepAliveTimeout: parts.idleLimitMs,
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

type IsApiHost = (host: string) => Promise<boolean>;

/**
 * Refuses what reaches no route: ambiguous requests, and those by an API host of an account, but not to the paths
 * `allowed`.
 */
function guardRequests(
  server: FastifyInstance,
  allowed: ReadonlySet<string>,
  isApiHost: IsApiHost,
): void {
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
    if (allowed.has(request.url.split("?", 1)[0] ?? "")) return undefined;
    return (await cameByApiHost(request.raw, isApiHost))
      ? reply.code(404).send({ status: "not found" })
      : undefined;
  });
}

/** Fastify runs no hook for a path that it cannot decode. */
function refusePath(request: FastifyRequest, reply: FastifyReply): void {
  refuseMalformed(request, reply, { field: "the path", expected: "UTF-8, percent-encoded" });
}

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

/** The most hosts that are looked up for one request; a chain of proxies names fewer. */
const hostsMax = 8;

/**
 * Whether a request names an API host of an account: a proxy may route callers here by mistake, and
 * must find nothing (P28). A loopback name is allowed, because callers from outside cannot use it. A request
 * that names more than `hostsMax` hosts is refused without a look-up, because each look-up asks the database
 * before any key is checked.
 */
export async function cameByApiHost(
  { headers }: IncomingMessage,
  isApiHost: IsApiHost,
): Promise<boolean> {
  const forwarded = headers["x-forwarded-host"];
  const named = [
    headers.host,
    ...(Array.isArray(forwarded) ? forwarded : (forwarded ?? "").split(",")),
  ];
  const hosts = new Set(named.map((each) => parseHost((each ?? "").trim())));
  if (hosts.size > hostsMax) return true;
  for (const host of hosts) {
    if (host !== null && !isLoopbackHost(host) && (await isApiHost(host))) return true;
  }
  return false;
}

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Answers bytes that Node could not parse as a request, and ends the connection. Node makes no response object for
 * them, so no hook of the server sets their headers.
 */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code !== "ECONNRESET" && socket.writable) {
    const status = statuses[error.code ?? ""] ?? 400;
    const text = `{"status":"${STATUS_CODES[status]?.toLowerCase()}"}`;
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
        "connection: close\r\n" +
        "content-type: application/json; charset=utf-8\r\n" +
        `content-length: ${text.length}\r\n` +
        "cache-control: no-store\r\n" +
        "x-content-type-options: nosniff\r\n" +
        `x-request-id: ${randomUUID()}\r\n\r\n${text}`,
    );
  }
  socket.destroy(error);
}

export interface ConnectionBound {
  readonly most: number;
  /** Called for each connection that is ended to make room. */
  readonly onFull: () => void;
  /** Whose request it is, where its sender has shown a valid key or session; else null. */
  readonly ownerOf: (request: IncomingMessage) => string | null;
}

/** An open connection. Instants are milliseconds of the monotonic clock. */
interface Open {
  idleSince: number;
  /** The requests that are being served, and when each began. */
  readonly served: Map<IncomingMessage, number>;
}

/**
 * Bounds the open connections of the operator's listener, which desks, consoles and scrapers share. A further
 * connection ends the one that has been idle, or at work for an unknown sender, for longest. Such work is a
 * sign-in that is still being sent, or an answer that is held because its address sent too many wrong keys.
 * Where all are at work for operators, the newest of whoever has the most gives way, if these are more than a quarter
 * of all; else the new connection ends.
 */
export function boundConnections(server: Server, { most, onFull, ownerOf }: ConnectionBound): void {
  const all = new Map<Socket, Open>();
  server.on("connection", (socket: Socket) => {
    if (all.size >= most) {
      onFull();
      const least = leastNeeded() ?? newestOfGreediest() ?? socket;
      all.delete(least);
      least.destroy();
      if (least === socket) return;
    }
    all.set(socket, { idleSince: performance.now(), served: new Map() });
    socket.once("close", () => all.delete(socket));
  });
  server.on("request", (request, response) => {
    const open = all.get(request.socket);
    open?.served.set(request, performance.now());
    response.once("close", () => {
      open?.served.delete(request);
      if (open !== undefined) open.idleSince = performance.now();
    });
  });

  function leastNeeded(): Socket | null {
    let least: Socket | null = null;
    let earliest = Infinity;
    for (const [socket, open] of all) {
      const since = notNeededSince(open);
      if (since < earliest) [least, earliest] = [socket, since];
    }
    return least;
  }

  /** Infinity where the connection is at work for an operator. */
  function notNeededSince({ idleSince, served }: Open): number {
    const [first] = served.values();
    if (first === undefined) return idleSince;
    return [...served.keys()].some((request) => ownerOf(request) !== null) ? Infinity : first;
  }

  function newestOfGreediest(): Socket | null {
    const ofOwners = new Map<string, Socket[]>();
    for (const [socket, { served }] of all) {
      const owner = [...served.keys()].map(ownerOf).find((each) => each !== null) ?? "";
      const sockets = ofOwners.get(owner) ?? [];
      sockets.push(socket);
      ofOwners.set(owner, sockets);
    }
    const [greediest = []] = [...ofOwners.values()].toSorted(
      (one, other) => other.length - one.length,
    );
    return greediest.length > Math.max(1, most / 4) ? (greediest.at(-1) ?? null) : null;
  }
}
