import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { BadInput } from "../../../operations/bad-input.ts";
import { paceBody } from "./pace-body.ts";

const asBytes = { parseAs: "buffer" } as const;

/** Buffers JSON and CSV. */
export function readBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addHook("preParsing", async ({ headers }, _reply, payload) => {
    const body = payload as Readable;
    const isJson = headers["content-type"]?.startsWith("application/json") === true;
    return isStillArriving(headers, body) ? paceBody(body, !isJson) : body;
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
