import type { IncomingMessage } from "node:http";
import type { Refused } from "../domain/refusal.ts";
import type { HttpRefusal } from "./answers.ts";

/** Bodies of this interface are a few hundred bytes. */
const limitBytes = 64 * 1024;

/** The whole body, empty where there is none. Whoever sends too much is refused before the end. */
export async function readBody(request: IncomingMessage): Promise<Buffer | Refused<HttpRefusal>> {
  const length = Number(request.headers["content-length"] ?? Number.NaN);
  if (length > limitBytes) return tooLarge;
  if (request.readableEnded) return noBody;
  // A small body comes together with the headers: in a moment the parser has read it as well.
  await Promise.resolve();
  if (request.readableLength === length) {
    const body: Buffer = request.read() ?? noBody;
    request.resume();
    return body;
  }
  return bodyToCome(request);
}

function bodyToCome(request: IncomingMessage): Promise<Buffer | Refused<HttpRefusal>> {
  const { promise, resolve } = Promise.withResolvers<Buffer | Refused<HttpRefusal>>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= limitBytes) chunks.push(chunk);
    else resolve(tooLarge);
  });
  request.on("end", () => resolve(Buffer.concat(chunks)));
  // The caller has gone away in the middle, which is nobody's fault; maybe before this was called.
  request.on("error", () => resolve(cutShort));
  request.on("close", () => resolve(cutShort));
  if (request.destroyed) resolve(cutShort);
  return promise;
}

const noBody = Buffer.alloc(0);
const tooLarge = { refused: { why: "body-too-large", limitBytes } } as const;
const cutShort = {
  refused: {
    why: "http-malformed",
    problem: "the body is not as long as Content-Length says",
  },
} as const;
