import {
  fastify,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { serveApi, type OperatorApiParts } from "./api/serving/serve-api.ts";
import { serveConsole, serveDocs, serveReference } from "./pages/serve-pages.ts";
import { ofMachines, serveMachines, type MachineAnswers } from "./serve-machines.ts";
import { isLoopbackHost, parseHost } from "../domain/account.ts";
import { ambiguityOf } from "../http/call/raw-request.ts";
import { renderProblem } from "../operations/machinery/problems.ts";
import { everyAnswer } from "./api/request/wire.ts";

interface PagesAndApiParts {
  readonly api: OperatorApiParts;
  readonly machines: MachineAnswers;
}

/** The longest id in a path, percent-encoded. */
const maxParamLength = 4096;

/** Fastify's own compilers would be loaded at each start; the API sets others. */
const compilersFactory = { buildValidator: noCompiler, buildSerializer: noCompiler };

function noCompiler(): never {
  throw new Error("Only routes of the operator API have schemas.");
}

/** Serves console, API, documentation and reference, to whoever is no machine. It never listens: see `server.ts`. */
export function createPagesAndApi(parts: PagesAndApiParts): FastifyInstance {
  const server = fastify({
    logger: false,
    return503OnClosing: false,
    genReqId: requestId,
    requestIdHeader: false,
    rewriteUrl: ({ url = "/" }) => withoutSlash(url),
    routerOptions: { maxParamLength },
    schemaController: { compilersFactory },
    frameworkErrors: refusePath,
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

  serveMachines(server, parts.machines);
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

/** Fastify runs no hook for a path that it cannot decode, or of which a part is too long. */
function refusePath({ code }: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const expected =
    code === "FST_ERR_MAX_PARAM_LENGTH"
      ? `must have at most ${maxParamLength} characters between slashes`
      : "must be UTF-8, percent-encoded";
  refuseMalformed(request, reply, { field: "the path", expected });
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
