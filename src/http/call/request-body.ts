import type { IncomingMessage } from "node:http";
import type { Refused } from "../../domain/refusal.ts";
import type { HttpRefusal } from "./answers.ts";

/** Bodies of this interface are a few hundred bytes. */
const limitBytes = 64 * 1024;

/** The body of a request, which may still be arriving. */
export class RequestBody {
  readonly #request: IncomingMessage;
  #brokenOff: Refused<HttpRefusal> | null = null;
  #onBrokenOff: ((why: Refused<HttpRefusal>) => void) | null = null;

  constructor(request: IncomingMessage) {
    this.#request = request;
  }

  /** The whole body, empty where there is none. A body that is too large is refused before its end. */
  async read(): Promise<Buffer | Refused<HttpRefusal>> {
    if (this.#brokenOff !== null) return this.#brokenOff;
    const request = this.#request;
    const length = Number(request.headers["content-length"] ?? Number.NaN);
    if (length > limitBytes) return tooLarge;
    if (request.readableEnded) return noBody;
    // A small body arrives with the headers: after this tick the parser has read it too.
    await Promise.resolve();
    if (request.readableLength === length) {
      return request.read() ?? noBody;
    }
    return this.#readWhatComes();
  }

  /** Ends the body here, with this refusal: bytes that arrive later are not read. */
  breakOff(refusal: HttpRefusal): void {
    this.#brokenOff ??= { refused: refusal };
    this.#onBrokenOff?.(this.#brokenOff);
  }

  #readWhatComes(): Promise<Buffer | Refused<HttpRefusal>> {
    const request = this.#request;
    const { promise, resolve } = Promise.withResolvers<Buffer | Refused<HttpRefusal>>();
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limitBytes) chunks.push(chunk);
      else resolve(tooLarge);
    });
    request.on("end", () => resolve(Buffer.concat(chunks)));
    // The caller may have closed the connection before or during this call.
    request.on("error", () => resolve(cutShort));
    request.on("close", () => resolve(cutShort));
    if (request.destroyed) resolve(cutShort);
    this.#onBrokenOff = resolve;
    if (this.#brokenOff !== null) resolve(this.#brokenOff);
    return promise;
  }
}

const noBody = Buffer.alloc(0);
const tooLarge = { refused: { why: "body-too-large", limitBytes } } as const;
const cutShort = {
  refused: {
    why: "http-malformed",
    problem: "the body is not as long as Content-Length says",
  },
} as const;
