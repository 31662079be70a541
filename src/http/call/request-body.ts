import type { IncomingMessage } from "node:http";
import { isObject, parseJson } from "../../domain/json.ts";
import type { Refused, UnreadBody } from "../../domain/refusal.ts";
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

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The JSON object that a body holds; null when it holds anything else, or no valid UTF-8. */
export function parseJsonObject(body: Buffer): Readonly<Record<string, unknown>> | null {
  const text = decodeBody(body);
  const value = text === null ? null : parseJson(text);
  return isObject(value) ? value : null;
}

/** The text of a body; null when it is no valid UTF-8. */
export function decodeBody(body: Buffer): string | null {
  try {
    return utf8.decode(body);
  } catch {
    return null;
  }
}

const compressions = ["gzip", "deflate", "br", "zstd"] as const;

/** Guesses what a body is that is neither JSON nor, where `takesForm` allows it, a form; null where nothing shows it. */
export function unreadBody(
  { headers }: Pick<IncomingMessage, "headers">,
  body: Buffer,
  takesForm: boolean,
): UnreadBody | null {
  const [first = 0, second = 0] = body;
  const coding = headers["content-encoding"]?.trim().toLowerCase();
  const isGzip = first === 0x1f && second === 0x8b;
  const compression = isGzip ? "gzip" : compressions.find((name) => name === coding);
  if (compression !== undefined && body.length > 0) return `compressed with ${compression}`;
  // A byte order mark, or one of the zeros that ASCII text has in UTF-16.
  const hasMark = first + second === 0xfe + 0xff;
  if (hasMark || (body.length > 1 && (first === 0) !== (second === 0))) return "UTF-16";
  const type = headers["content-type"]?.toLowerCase() ?? "";
  if (type.startsWith("multipart/")) return "multipart/form-data";
  const isForm = type.startsWith("application/x-www-form-urlencoded");
  return isForm && !takesForm ? "application/x-www-form-urlencoded" : null;
}

/** Form-encoded text, decoded; null when it is not percent-encoded UTF-8. */
export function decodeFormText(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
