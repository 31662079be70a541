import type { IncomingHttpHeaders } from "node:http";
import { finished, Transform, type Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { BadInput } from "../../../operations/bad-input.ts";

/** The body is larger than its limit. */
export class TooManyBytes extends Error {
  override name = "TooManyBytes";
}

/** The body did not arrive in time. */
export class TooSlow extends Error {
  override name = "TooSlow";
}

const asBytes = { parseAs: "buffer" } as const;

/** Buffers JSON and CSV. */
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
      takesBody(request) ? parseJson(body) : undefined,
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

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(decode(bytes, "JSON"));
  } catch {
    throw new BadInput("the body", "must be JSON in UTF-8");
  }
}

function decode(bytes: Buffer, what: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new BadInput("the body", `must be ${what} in UTF-8`);
  }
}
