import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { render, type HttpRefusal } from "./answers.ts";

/**
 * Answers what Node could not read as a request: there is no request object, so the answer is
 * written to the socket by hand, in the interface's shape, and the connection ends. Returns the
 * request id of the answer; null where none could be sent.
 */
export function answerBySocket(socket: Duplex, refusal: HttpRefusal): string | null {
  if (!socket.writable) {
    socket.destroy();
    return null;
  }
  const { status, headers, body } = render(refusal);
  const requestId = randomUUID();
  const text = JSON.stringify(body);
  const fields = {
    ...headers,
    connection: "close",
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(text)),
    "cache-control": "no-store",
    "x-request-id": requestId,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${text}`);
  return requestId;
}

/** What Node's complaint about a request means here; null when the caller has gone. */
export function refusalOfClientError(error: NodeJS.ErrnoException): HttpRefusal | null {
  if (error.code === "ECONNRESET" || error.code === "EPIPE") return null;
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return { why: "request-too-slow" };
  if (error.code === "HPE_HEADER_OVERFLOW") return { why: "headers-too-large" };
  return { why: "http-malformed", problem: "it could not be read" };
}
