import { STATUS_CODES } from "node:http";
import { render, type HttpRefusal } from "../call/answers.ts";

/**
 * The bytes of the answer to a request that Node could not parse. Node makes no response object for
 * it, so the message is written here, in the interface's shape. It is a connection's last answer.
 */
export function unreadableAnswer(refusal: HttpRefusal, requestId: string): string {
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
export function refusalOfClientError(error: ParseError): HttpRefusal | null {
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
