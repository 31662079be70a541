import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { answerVisit } from "./answer-visit.ts";
import type { Log } from "./log.ts";
import type { Shop } from "./visit.ts";
import { messageView } from "./views/problem-view.ts";
import { page, type Answer } from "./web/answer.ts";
import { Markup } from "./web/html.ts";
import { readTarget } from "./web/read-target.ts";
import { securityHeaders } from "./web/security-headers.ts";
import { chooseLanguage, wordsOf } from "./words/choose-language.ts";

export interface AccountPage {
  /** The address for people, such as `http://localhost:8090`. */
  readonly address: string;
  /** The listening port, whatever proxy stands before it. */
  readonly port: number;
  /** Stops accepting, finishes open requests, and closes. */
  close(): Promise<void>;
}

export interface PageSettings {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** The page's address in browsers behind a proxy; null without one. */
  readonly publicUrl: URL | null;
}

const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_384,
  connectionsCheckingInterval: 2_000,
} as const;
const mostConnections = 1_000;
const graceMs = 15_000;

export async function startAccountPage(
  shop: Shop,
  { host, port, publicUrl }: PageSettings,
  log: Log,
): Promise<AccountPage> {
  const server = createServer(limits, (message, response) => {
    void respond(message, response, { shop, publicUrl, log });
  });
  server.maxConnections = mostConnections;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const shown = host === "127.0.0.1" || host === "0.0.0.0" || host === "::" ? "localhost" : host;
  return {
    port: taken,
    address: publicUrl?.origin ?? `http://${shown.includes(":") ? `[${shown}]` : shown}:${taken}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      const overdue = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(overdue);
    },
  };
}

interface Parts {
  readonly shop: Shop;
  readonly publicUrl: URL | null;
  readonly log: Log;
}

async function respond(
  message: IncomingMessage,
  response: ServerResponse,
  { shop, publicUrl, log }: Parts,
): Promise<void> {
  const beganAt = performance.now();
  const requestId = randomUUID();
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  let answer: Answer;
  try {
    const request = { message, requestId, now: new Date(), signal: gone.signal };
    answer = await answerVisit(request, shop, publicUrl);
  } catch (error) {
    // The browser has disconnected, and the request was aborted for that reason.
    if (gone.signal.aborted) return;
    log("error", "fault", { requestId, fault: error instanceof Error ? error.stack : "unknown" });
    answer = faultAnswer(message, requestId);
  }
  if (hasAlready(message.headers, answer)) {
    // A calendar program has this file already.
    const { "content-disposition": _, ...headers } = answer.headers ?? {};
    answer = { status: 304, headers };
  }
  send(response, answer, { requestId, secure: shop.secure, bodyless: message.method === "HEAD" });
  log("info", "answered", {
    requestId,
    method: message.method,
    path: pathForLog(readTarget(message.url).pathname),
    status: answer.status,
    durationMs: Math.round(performance.now() - beganAt),
  });
}

/** Whether the visitor has the answer's bytes; the date counts where no tag is sent (RFC 9110, 13.2.2). */
function hasAlready(asked: IncomingHttpHeaders, { headers }: Answer): boolean {
  const { "if-none-match": tag, "if-modified-since": date } = asked;
  if (tag !== undefined) {
    // A proxy that compresses makes the tag a weak one; the comparison is weak here (13.1.2).
    const named = tag.split(",").map((part) => part.trim().replace(/^W\//, ""));
    return named.some((one) => one === headers?.["etag"]);
  }
  return date !== undefined && Date.parse(date) >= Date.parse(headers?.["last-modified"] ?? "");
}

/** The path without ids of bookings, and without the secret of a calendar address, also a mistyped one. */
function pathForLog(path: string): string {
  return path
    .replace(/^\/calendar\/.*/i, "/calendar/:secret")
    .replaceAll(/[\w-]{38,}/g, ":secret")
    .replace(/[0-9a-f-]{36}/, ":booking");
}

function send(
  response: ServerResponse,
  { status, headers = {}, cookies = [], body }: Answer,
  { requestId, secure, bodyless }: { requestId: string; secure: boolean; bodyless: boolean },
): void {
  const { type, bytes } = sentBody(body);
  response.writeHead(status, {
    ...securityHeaders(secure),
    ...(status !== 304 && { "content-type": type, "content-length": bytes.length }),
    "cache-control": "no-store",
    "x-request-id": requestId,
    ...(cookies.length > 0 && { "set-cookie": [...cookies] }),
    ...headers,
  });
  response.end(bodyless ? undefined : bytes);
}

function sentBody(body: Answer["body"]): { readonly type: string; readonly bytes: Uint8Array } {
  if (body === undefined) return { type: "text/plain; charset=utf-8", bytes: Buffer.alloc(0) };
  if (!(body instanceof Markup)) return body;
  return { type: "text/html; charset=utf-8", bytes: Buffer.from(body.text) };
}

/** A minimal answer, because the failed part might fail again. */
function faultAnswer(message: IncomingMessage, requestId: string): Answer {
  const language = chooseLanguage(undefined, message.headers["accept-language"]);
  const words = wordsOf[language];
  const visit = {
    url: new URL("http://page/"),
    origin: "",
    form: new URLSearchParams(),
    language,
    words,
    session: null,
    now: new Date(),
    signal: AbortSignal.abort(),
    requestId,
  };
  return page(messageView(visit, words.problem.broken, requestId), 500);
}
