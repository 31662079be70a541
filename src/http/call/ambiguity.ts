import type { IncomingMessage } from "node:http";
import { headerValues } from "./header-values.ts";

export const oneHost = "exactly one Host header is required";

/** What two machines on a request's way could read differently, although Node accepts it; null without fault. */
export function ambiguityOf(request: IncomingMessage): string | null {
  if (request.httpVersionMajor !== 1) return "the version must be HTTP/1.1 or HTTP/1.0";
  const coding = request.headers["transfer-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "chunked") {
    return "Transfer-Encoding must be chunked";
  }
  return headerValues(request, "host").length > 1 ? oneHost : null;
}
