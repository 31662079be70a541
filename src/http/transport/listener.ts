import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { render, type HttpRefusal } from "../call/answers.ts";
import type { Call } from "../call/call.ts";
import { type ConnectionParts, Connections, type ConnectionLimit } from "./connections.ts";
import type { ObservedAnswer } from "../call/sent-answer.ts";
import { newRequestId } from "../call/request-id.ts";

const { createServer, STATUS_CODES } = process.getBuiltinModule("node:http");

/** Time limits of each part of a request; with Node's own, slow connections pile up. */
const timeouts = {
  headersTimeout: 5_000,
  requestTimeout: 8_000,
  /** How often the limits above are checked. */
  connectionsCheckingInterval: 500,
} as const;
/**
 * An idle connection without a call at work is ended after this time. It is longer than the
 * headers' timeout and its check, so that a sender without headers gets an answer first. Node
 * doubles it for a connection that does not read its answer.
 */
const connectionTimeoutMs = timeouts.headersTimeout + 2 * timeouts.connectionsCheckingInterval;

export interface ListenerParts {
  beginCall(request: IncomingMessage): Call;
  serve: ConnectionParts["serve"];
  readonly connectionLimit: ConnectionLimit;
  /** Between two requests on one connection, milliseconds. */
  readonly idleLimitMs: number;
  /** The caller's address, by the address of the connection's peer. */
  clientAddress(peer: string): string;
  /** Called with the answer to bytes that are not a request. */
  observe(answer: ObservedAnswer): void;
}

export interface Listener {
  readonly server: Server;
  readonly connections: Connections;
}

/** Reads HTTP, and answers bytes that are not a request. It does not listen yet. */
export function createListener(parts: ListenerParts): Listener {
  const connections = new Connections(parts.serve, parts.connectionLimit);
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    connections.of(request.socket)?.take({ call: parts.beginCall(request), response });
  };
  const server = createServer(
    {
      ...timeouts,
      keepAliveTimeout: parts.idleLimitMs,
      // The pipeline refuses a missing Host, in the interface's shape instead of Node's.
      requireHostHeader: false,
      optimizeEmptyRequests: true,
    },
    take,
  );
  // Otherwise Node ends the connection at a half-close, before the call at work is answered.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket) => connections.add(socket));
  server.setTimeout(connectionTimeoutMs, (socket) => connections.of(socket)?.timeOut());
  // A caller that sends `Expect` gets its answer from the endpoint.
  server.on("checkExpectation", take);
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    // Node has removed its own listeners from the socket.
    socket.on("error", () => socket.destroy());
    socket.on("timeout", () => connections.of(socket)?.timeOut());
    socket.resume();
    refuseUnreadable(socket, { why: "http-malformed", problem: "CONNECT is not supported" });
  });
  server.on("clientError", (error, socket) => {
    const refusal = refusalOfClientError(error);
    if (refusal === null) socket.destroy();
    else refuseUnreadable(socket, refusal);
  });
  return { server, connections };

  /** Answers bytes that are not a request, and reports the answer to log and metrics. */
  function refuseUnreadable(socket: Duplex, refusal: HttpRefusal): void {
    const connection = connections.of(socket);
    const { remoteAddress = "" } = socket as Socket;
    if (connection?.breakOff(refusal) !== true) return;
    const requestId = newRequestId();
    connection.end(unreadableAnswer(refusal, requestId));
    parts.observe({
      requestId,
      traceparent: null,
      method: "none",
      endpoint: "none",
      status: render(refusal).status,
      refusal: refusal.why,
      account: null,
      clientId: null,
      address: parts.clientAddress(remoteAddress),
      seconds: 0,
    });
  }
}

/**
 * The bytes of the answer to a request that Node could not parse. Node makes no response object for
 * it, so the message is written here, in the interface's shape. It is a connection's last answer.
 */
function unreadableAnswer(refusal: HttpRefusal, requestId: string): string {
  const { status, headers, body } = render(refusal);
  const text = JSON.stringify(body);
  const fields = {
    ...headers,
    connection: "close",
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(text)),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${text}`;
}

/** Node's parse error, with the bytes that arrived and how many of them the parser took. */
interface ParseError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** The refusal for Node's parse error; null when the caller has disconnected. */
function refusalOfClientError(error: ParseError): HttpRefusal | null {
  if (error.code === "ECONNRESET" || error.code === "EPIPE") return null;
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return { why: "request-too-slow" };
  if (error.code === "HPE_HEADER_OVERFLOW") return { why: "headers-too-large" };
  if (hasRawUtf8InTarget(error)) {
    return { why: "http-malformed", problem: "the request line must be percent-encoded" };
  }
  return { why: "http-malformed", problem: "it could not be read" };
}

function hasRawUtf8InTarget({ code, rawPacket, bytesParsed = -1 }: ParseError): boolean {
  return code === "HPE_INVALID_URL" && (rawPacket?.[bytesParsed] ?? 0) > 0x7f;
}
