import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { render, type HttpRefusal } from "./answers.ts";

/**
 * Answers what Node could not read as a request at all: there is no request object yet, so the
 * answer is written to the socket by hand, in the interface's shape, and the connection ends.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = render(refusalFor(error));
  const text = JSON.stringify(body);
  const fields = {
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(text)),
    "cache-control": "no-store",
    "x-request-id": randomUUID(),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${text}`);
}

function refusalFor(error: NodeJS.ErrnoException): HttpRefusal {
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return { why: "request-too-slow" };
  if (error.code === "HPE_HEADER_OVERFLOW") return { why: "headers-too-large" };
  return { why: "http-malformed", problem: "it could not be read" };
}
