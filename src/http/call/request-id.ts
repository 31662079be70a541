import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { RequestIdHeader } from "../../../contract/headers.ts";
import { orderedUuid } from "../../domain/identifier.ts";
import { textCheck } from "./raw-request.ts";

/** A valid incoming X-Request-Id is kept, so that the caller's log and ours have the same id (A48). */
export function requestId(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && isRequestId(given) ? given : newRequestId();
}

/** Decision B177. */
export function newRequestId(): string {
  return orderedUuid(randomUUID(), Date.now());
}

const isRequestId = textCheck(RequestIdHeader);
