import type buildSerializer from "fast-json-stringify";
import type { IncomingHttpHeaders } from "node:http";
import { finished, Transform, type Readable } from "node:stream";
import type {
  FastifyInstance,
  FastifyRequest,
  FastifySchemaCompiler,
  FastifySerializerCompiler,
  FastifyReply,
} from "fastify";
import { isKeptWhole, parseJson } from "../../../domain/json.ts";
import { RightsEnded } from "../../../domain/operator.ts";
import { BadInput, validatorOf } from "../../../operations/machinery/validation.ts";
import { createRequire } from "node:module";
import type { TObject, TSchema } from "typebox";
import { renderProblem, type AnyRefusal } from "../../../operations/machinery/problems.ts";
import type { Face } from "../../../operations/machinery/refusal-answer.ts";

/*
 * Between the bytes of the operator API and the values of its operations: bodies as they arrive, values by their
 * schemas, and refusals as problem+json.
 */

/** The body is larger than its limit. */
export class TooManyBytes extends Error {
  override name = "TooManyBytes";
}

/** The folder for temporary files is full, read-only or absent: a repetition does not help. */
export class NoTemporarySpace extends Error {
  override name = "NoTemporarySpace";
}

/** The body did not arrive in time. */
export class TooSlow extends Error {
  override name = "TooSlow";
}

const asBytes = { parseAs: "buffer" } as const;

/** Buffers bodies, and reads JSON and CSV. */
export function readBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addHook("preParsing", async ({ headers, routeOptions }, _reply, payload) => {
    const body = payload as Readable;
    const isUpload = headers["content-type"]?.startsWith("application/json") !== true;
    const limit = routeOptions.bodyLimit ?? Infinity;
    return isStillArriving(headers, body) ? guardBody(body, { isUpload, limit }) : body;
  });
  scope.addContentTypeParser(
    "application/json",
    asBytes,
    async (request: FastifyRequest, body: Buffer) =>
      takesBody(request) ? readJson(body) : undefined,
  );
  scope.addContentTypeParser("text/csv", asBytes, async (request: FastifyRequest, body: Buffer) =>
    takesBody(request) ? decode(body, "CSV") : undefined,
  );
  // A route without a body ignores one that is sent.
  scope.addContentTypeParser("*", asBytes, async () => undefined);
}

/** Passes files on as streams: they may be larger than the memory. */
export function passBodies(scope: FastifyInstance): void {
  scope.removeContentTypeParser("text/csv");
  const files = ["application/x-ndjson", "text/csv"];
  scope.addContentTypeParser(files, (_request, payload, done) => done(null, payload));
}

/** Most bodies have arrived with their headers. */
function isStillArriving(headers: IncomingHttpHeaders, { readableLength }: Readable): boolean {
  const length = Number(headers["content-length"] ?? 0);
  return headers["transfer-encoding"] !== undefined || length > readableLength;
}

/** The time that a body of JSON may take to arrive, and the interval in which an upload moves on. */
const intervalMs = 10_000;
/** The least bytes of an upload in each interval. */
const leastBytes = 64 * 1024;

/**
 * The same stream, which fails with `TooManyBytes` after `limit` bytes, and with `TooSlow` when its sender is: a
 * body of JSON arrives within ten seconds, and an upload keeps a least rate. Without that, senders of nothing hold
 * connections.
 */
export function guardBody(
  stream: Readable,
  { isUpload, limit }: { readonly isUpload: boolean; readonly limit: number },
): Readable {
  let seen = 0;
  let seenInInterval = 0;
  const guarded = new Transform({
    transform(piece: Buffer, _encoding, done) {
      seen += piece.length;
      seenInInterval += piece.length;
      if (seen > limit) done(new TooManyBytes(`More than ${limit} bytes came.`));
      else done(null, piece);
    },
  });
  const timer = setInterval(() => {
    if (!isUpload || seenInInterval < leastBytes) {
      guarded.destroy(new TooSlow("The body arrives too slowly."));
    }
    seenInInterval = 0;
  }, intervalMs).unref();
  guarded.once("close", () => clearInterval(timer));
  // The whole body has arrived; its reader may take its time.
  guarded.once("finish", () => clearInterval(timer));
  // A body that is refused unread has no other listener, and its error would end the thread.
  guarded.on("error", () => {});
  // A disconnect before the end must not read as the end of the body.
  finished(stream, { writable: false }, (error) => {
    if (error) guarded.destroy(error);
  });
  return stream.pipe(guarded);
}

function takesBody({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.schema?.body !== undefined;
}

function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const text = decode(bytes, "JSON");
  const value = parseJson(text);
  if (value === undefined) throw new BadInput("the body", "must be JSON in UTF-8");
  if (isKeptWhole(text)) return value;
  throw new BadInput("the body", "must have each key once, and numbers of at most 15 digits");
}

function decode(bytes: Buffer, what: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new BadInput("the body", `must be ${what} in UTF-8`);
  }
}

const places: Readonly<Record<string, string>> = {
  params: "the path",
  querystring: "the query",
  headers: "a header",
  body: "the body",
};

/** Validates by the schema; the error is `BadInput` for the first mismatch. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart = "body" }) => {
  const validate = validatorOf(schema, places[httpPart] ?? httpPart);
  return (given: unknown) => {
    const value = httpPart === "querystring" ? readQuery(given, schema as TObject) : bodyOr(given);
    const bad = value instanceof BadInput ? value : validate(value);
    return bad === null ? { value } : { error: bad };
  };

  /** Reads an absent body as an empty object, or as empty text. */
  function bodyOr(given: unknown): unknown {
    return given ?? ("type" in schema && schema.type === "string" ? "" : {});
  }
};

const require = createRequire(import.meta.url);

/** Serializes the fields of the schema and no others; a value that lacks a required one throws. */
export const compileSerializer: FastifySerializerCompiler<TSchema> =
  ({ schema }) =>
  (value: unknown) =>
    serializerOf(schema)(value);

const serializers = new WeakMap<TSchema, (value: unknown) => string>();

/** Compiled when a route is first asked, once for all routes that answer by this schema. */
function serializerOf(schema: TSchema): (value: unknown) => string {
  const known = serializers.get(schema);
  if (known !== undefined) return known;
  const made = (require("fast-json-stringify") as typeof buildSerializer)(schema);
  serializers.set(schema, made);
  return made;
}

/**
 * Converts query parameters to their schemas' types: integers and booleans from text, a list from a
 * repeated name. A value that cannot be converted stays text, and the schema refuses it. An unknown
 * name is refused, because a typo could widen the result.
 */
function readQuery(query: unknown, { properties }: TObject): Record<string, unknown> | BadInput {
  const values: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(query as Record<string, string | string[]>)) {
    if (!Object.hasOwn(properties, name)) {
      return new BadInput("the query", `may have ${listOf(Object.keys(properties))}`);
    }
    const { type } = properties[name] as { readonly type?: string };
    if (type === "array") values[name] = [given].flat();
    else if (Array.isArray(given)) return new BadInput(name, "can be given once");
    else values[name] = readValue(given, type);
  }
  return values;
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? "no parameters" : `only ${names.join(", ")}`;
}

function readValue(text: string, type: string | undefined): unknown {
  if (type === "integer" && /^\d{1,9}$/.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** Headers of every answer of the API. */
export const everyAnswer = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
} as const;

/** Answers with a problem, and keeps its name for the log. */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: AnyRefusal,
): FastifyReply {
  request.facts.refusal = refusal.why;
  const { status, headers, body } = renderProblem(refusal, request.id, faceOf(request));
  return reply
    .code(status)
    .headers(headers)
    .type("application/problem+json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(body);
}

/** The command line and the console ask for their own words (decision B510). */
function faceOf({ headers }: FastifyRequest): Face {
  const words = headers["booking-words"];
  return words === "command" || words === "console" ? words : "api";
}

/** The refusal for an exception of a handler or of Fastify. */
export function refusalOf(
  error: Error & { code?: string; statusCode?: number },
  { routeOptions }: FastifyRequest,
): AnyRefusal {
  if (error instanceof BadInput) {
    return { why: "malformed", field: error.field, expected: error.expected };
  }
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE" || error instanceof TooManyBytes) {
    return { why: "body-too-large", limitBytes: routeOptions.bodyLimit ?? 0 };
  }
  if (error instanceof RightsEnded) return { why: "key-refused" };
  if (error instanceof TooSlow) return { why: "request-too-slow" };
  if (error instanceof NoTemporarySpace) return { why: "no-temporary-space" };
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return { why: "malformed", field: "the request", expected: "must be well-formed HTTP" };
  }
  return { why: "unavailable" };
}
