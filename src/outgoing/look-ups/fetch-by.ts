import type { IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";

const http = process.getBuiltinModule("node:http");

/** An answer with more is refused: a provider describes itself in a few kilobytes. */
const answerMaxBytes = 1024 * 1024;
const connectionsMax = 16;

/** What of `fetch` is asked for. */
export interface FetchOrder {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: ConstructorParameters<typeof Response>[0];
  readonly signal?: AbortSignal;
}

/**
 * `fetch` that looks names up by `lookup`, which the platform's own does not take. It follows no redirect and unpacks
 * nothing. Like `fetch` it throws a `TypeError` where no answer came, and the signal's reason where that ended it.
 */
export function fetchBy(lookup: LookupFunction) {
  const options = { lookup, maxSockets: connectionsMax };
  const agents = { "http:": new http.Agent(options), "https:": new https.Agent(options) };
  return async (address: string, order: FetchOrder): Promise<Response> => {
    const url = new URL(address);
    const { method, signal } = order;
    const isPlain = url.protocol === "http:";
    const sent = Buffer.from(await new Response(order.body ?? null).arrayBuffer());
    const headers = {
      ...order.headers,
      "accept-encoding": "identity",
      "content-length": String(sent.length),
    };
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const request = (isPlain ? http : https).request(url, {
          method,
          headers,
          agent: agents[isPlain ? "http:" : "https:"],
          ...(signal !== undefined && { signal }),
        });
        request.once("response", resolve);
        request.once("error", reject);
        request.once("close", () => reject(new Error("closed")));
        request.end(sent);
      });
      return await toResponse(response);
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      throw new TypeError("fetch failed", { cause: error });
    }
  };
}

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

async function toResponse(response: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > answerMaxBytes) throw new Error("too large");
    chunks.push(chunk);
  }
  const { statusCode: status = 500, rawHeaders } = response;
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
  }
  return new Response(withoutBody.has(status) ? null : Buffer.concat(chunks), { status, headers });
}
