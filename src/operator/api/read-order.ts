import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Caller } from "./session/authenticate.ts";
import { BadInput } from "./bad-input.ts";
import { checkAgainst } from "./check.ts";
import { limitBytes } from "./limit-bytes.ts";
import { readQuery } from "./read-query.ts";
import type { Order, Route } from "./route.ts";

/** Leaves bodies to the route that gets them: as bytes, and files as the stream they come in. */
export function readBodiesAsTheyAre(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("application/x-ndjson", (_request, payload, done) =>
    done(null, payload),
  );
  scope.addContentTypeParser("*", { parseAs: "buffer" }, async (_: unknown, body: Buffer) => body);
}

/** What a route's handler is told; throws `BadInput` where its schemas do not hold. */
export function readOrder(
  route: Route,
  request: FastifyRequest,
  { operator, session }: Caller,
  audit: Order<unknown, unknown, unknown>["audit"],
): Order<unknown, unknown, unknown> {
  checkAgainst(route.params, request.params, "the path");
  const query = readQuery(request.url.split("?").slice(1).join("?"), route.query);
  checkAgainst(route.query, query, "the query");
  const { "if-match": ifMatch, "if-none-match": ifNoneMatch } = request.headers;
  return {
    params: request.params,
    query,
    body: readBody(route, request),
    operator,
    session,
    audit,
    ifMatch: ifMatch ?? null,
    ifNoneMatch: ifNoneMatch ?? null,
    stream:
      route.body?.type === "application/x-ndjson" && request.body instanceof Readable
        ? limitBytes(request.body, route.body.limitBytes)
        : Readable.from([]),
  };
}

/** The body as the route's schema wants it; one that is absent is an empty object. */
export function readBody({ body }: Pick<Route, "body">, { body: given }: FastifyRequest): unknown {
  if (body === null) return {};
  const bytes = Buffer.isBuffer(given) ? given : Buffer.alloc(0);
  if (body.type !== "application/json") return bytes;
  const value = bytes.length === 0 ? {} : parseJson(bytes);
  checkAgainst(body.schema, value, "the body");
  return value;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new BadInput("the body", "JSON in UTF-8 is expected");
  }
}
