import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Answers bytes that Node could not parse as a request, and ends the connection. Node makes no response object for
 * them, so no hook of the server sets their headers.
 */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code !== "ECONNRESET" && socket.writable) {
    const status = statuses[error.code ?? ""] ?? 400;
    const text = `{"status":"${STATUS_CODES[status]?.toLowerCase()}"}`;
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
        "connection: close\r\n" +
        "content-type: application/json; charset=utf-8\r\n" +
        `content-length: ${text.length}\r\n` +
        "cache-control: no-store\r\n" +
        "x-content-type-options: nosniff\r\n" +
        `x-request-id: ${randomUUID()}\r\n\r\n${text}`,
    );
  }
  socket.destroy(error);
}
