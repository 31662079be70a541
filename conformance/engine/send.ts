import http from "node:http";
import https from "node:https";
import type { Exchange } from "./exchange.ts";

/** The destination of requests: an address, and the Host when it is not the address's own. */
export interface Place {
  readonly base_url: string;
  readonly host?: string;
}

export interface Outgoing {
  readonly method: string;
  /** Path and query, sent unchanged: nothing is encoded or normalised. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The local address to send from, for a target that counts by address. */
  readonly from?: string;
}

/** The time limit for a whole answer; a later one counts as no answer. */
const answerMsMax = 30_000;
/** Bytes of one answer that are read, at most. */
const answerBytesMax = 16 * 1024 * 1024;

/** Sends requests and keeps connections open between them. It is closed after the run. */
export class Wire {
  readonly #plain = new http.Agent({ keepAlive: true, maxSockets: 32 });
  readonly #tls = new https.Agent({ keepAlive: true, maxSockets: 32 });
  readonly #now: () => number;
  readonly #answerMs: number;

  constructor(now: () => number, answerMs = answerMsMax) {
    this.#now = now;
    this.#answerMs = answerMs;
  }

  async send(place: Place, outgoing: Outgoing): Promise<Exchange> {
    const base = new URL(place.base_url);
    const path = base.pathname.replace(/\/$/, "") + outgoing.path;
    const body = outgoing.body ?? "";
    const headers: Record<string, string> = {
      host: place.host ?? base.host,
      accept: "application/json",
      ...outgoing.headers,
      ...(outgoing.body === undefined ? {} : { "content-length": `${Buffer.byteLength(body)}` }),
    };
    const sentAt = this.#now();
    const answer = await this.#exchange(base, { ...outgoing, path, headers, body });
    const request = {
      method: outgoing.method,
      url: `${base.protocol}//${headers["host"]}${path}`,
      headers,
      body,
    };
    return { request, answer, sentAt, answeredAt: this.#now() };
  }

  close(): void {
    this.#plain.destroy();
    this.#tls.destroy();
  }

  #exchange(base: URL, outgoing: Outgoing): Promise<Exchange["answer"]> {
    const secure = base.protocol === "https:";
    const host = base.hostname.replace(/^\[|\]$/g, "");
    return new Promise((resolve, reject) => {
      // The socket's idle time is no limit here, because a target that sends a byte now and then is never
      // idle.
      const late = setTimeout(() => {
        request.destroy(new Error(`No answer in ${this.#answerMs / 1000} s.`));
      }, this.#answerMs);
      const usualPort = secure ? 443 : 80;
      const keptOpen = secure ? this.#tls : this.#plain;
      const request = (secure ? https : http).request(
        {
          host,
          port: base.port === "" ? usualPort : Number(base.port),
          method: outgoing.method,
          path: outgoing.path,
          headers: outgoing.headers,
          // Over TLS the certificate belongs to the requested host, not to the address.
          ...(secure ? { servername: outgoing.headers?.["host"]?.replace(/:\d+$/, "") } : {}),
          ...(outgoing.from === undefined ? {} : { localAddress: outgoing.from }),
          agent: outgoing.from === undefined ? keptOpen : false,
        },
        (response) => {
          const chunks: Buffer[] = [];
          let bytes = 0;
          response.on("data", (chunk: Buffer) => {
            bytes += chunk.length;
            if (bytes > answerBytesMax) request.destroy(new Error("The answer is too large."));
            else chunks.push(chunk);
          });
          response.on("error", reject);
          response.on("end", () => {
            const text = Buffer.concat(chunks).toString("utf8");
            resolve({
              status: response.statusCode ?? 0,
              headers: flat(response.headers),
              text,
              json: parse(text),
            });
          });
        },
      );
      request.on("error", reject);
      request.on("close", () => {
        clearTimeout(late);
        // A settled promise ignores this; only a connection that closed within an answer rejects here.
        reject(new Error("The connection was closed before the end of the answer."));
      });
      request.end(outgoing.body);
    });
  }
}

function flat(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
