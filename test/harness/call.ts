import { request, type IncomingHttpHeaders } from "node:http";

export interface Call {
  readonly method?: string;
  readonly path: string;
  /** The Host header, which selects the account. */
  readonly host?: string;
  readonly token?: string;
  readonly headers?: Record<string, string>;
  /** An object is sent as JSON, text unchanged. */
  readonly body?: object | string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body parsed as JSON; undefined when it is not JSON. */
  readonly json: any;
}

/** Sends one request on a connection of its own. */
export function call(baseUrl: string, { method = "GET", path, ...rest }: Call): Promise<Answer> {
  const { host = "api.acme.example", token, headers = {}, body } = rest;
  const payload =
    body === undefined || typeof body === "string" || Buffer.isBuffer(body)
      ? body
      : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(baseUrl), {
      method,
      path,
      agent: false,
      headers: {
        host,
        ...(payload !== undefined && { "content-type": "application/json" }),
        ...(payload !== undefined && { "content-length": String(Buffer.byteLength(payload)) }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: parse(text),
        });
      });
    });
    outgoing.end(payload);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
