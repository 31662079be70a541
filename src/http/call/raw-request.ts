import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { RequestIdHeader } from "../../../contract/headers.ts";
import { parseHost } from "../../domain/account.ts";
import { orderedUuid } from "../../domain/ordered-uuid.ts";
import { remembered } from "./remembered.ts";
import type { HttpRefusal } from "./answers.ts";
import type { TrustedProxies } from "./client-address.ts";
import { textCheck } from "./text-check.ts";

/**
 * What HTTP itself forbids and Node lets through. Each of these could make two machines on the way
 * understand a request differently, so it is refused and the connection closed (decision B4).
 */
export function refuseMalformedHttp(request: IncomingMessage): HttpRefusal | null {
  const problem = findProblem(request);
  return problem === null ? null : { why: "http-malformed", problem };
}

function findProblem(request: IncomingMessage): string | null {
  const hosts = headerValues(request, "host");
  const [host = ""] = hosts;
  if (hosts.length !== 1) return "exactly one Host header is required";
  if (hostOf(host) === null) return "the Host header must name one host";
  const origin = targetOrigin(request.url ?? "");
  if (origin !== null && hostOf(origin) !== hostOf(host)) {
    return "the request target names another host than the Host header";
  }
  if (request.method !== "POST" && announcesBody(request)) {
    return `a ${request.method} request must not carry a body`;
  }
  // Clients that would like HTTP/2 offer h2c along the way; staying with HTTP/1.1 is an answer.
  const { upgrade } = request.headers;
  if (upgrade !== undefined && upgrade.toLowerCase() !== "h2c") return "Upgrade is not supported";
  return null;
}

/** How many Host headers a process remembers the meaning of. */
const maxHosts = 10_000;
const hostOf = remembered(maxHosts, parseHost);

function announcesBody(request: IncomingMessage): boolean {
  const length = request.headers["content-length"];
  return request.headers["transfer-encoding"] !== undefined || Number(length ?? 0) !== 0;
}

/** All values of a header as sent; Node itself keeps only the first of some. */
export function headerValues(request: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  const { rawHeaders } = request;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index] ?? "";
    if (given.length === name.length && given.toLowerCase() === name) {
      values.push(rawHeaders[index + 1] ?? "");
    }
  }
  return values;
}

const absoluteForm = /^https?:\/\/([^/?]*)/i;

function targetOrigin(target: string): string | null {
  return absoluteForm.exec(target)?.[1] ?? null;
}

/** What a request is for. */
export interface Target {
  /** Decoded, without the origin of an absolute form; null when it is not percent-encoded UTF-8. */
  readonly path: string | null;
  /** Everything after the first `?`, as sent: a second one is a character like any other. */
  readonly query: string;
}

export function targetOf(request: IncomingMessage): Target {
  const target = (request.url ?? "/").replace(absoluteForm, "");
  const mark = target.indexOf("?");
  return mark === -1
    ? { path: decodePath(target), query: "" }
    : { path: decodePath(target.slice(0, mark)), query: target.slice(mark + 1) };
}

/** With `:` however it was written; what is encoded twice is decoded once. */
function decodePath(path: string): string | null {
  if (!path.includes("%")) return path;
  try {
    return decodeURI(path.replaceAll(/%3a/gi, ":"));
  } catch {
    return null;
  }
}

/**
 * The host by which the account is found: the Host header, or what a listed proxy says it was. Null
 * when a proxy names several: guessing among them could reach another account.
 */
export function apiHost(request: IncomingMessage, proxies: TrustedProxies): string | null {
  const forwarded = headerValues(request, "x-forwarded-host");
  const peer = request.socket.remoteAddress ?? "";
  const named = forwarded.length > 0 && proxies.trusts(peer) ? forwarded : [request.headers.host];
  return named.length === 1 ? hostOf(named[0] ?? "") : null;
}

/** A valid incoming X-Request-Id is kept, so that a caller's log and ours tell the same story. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers["x-request-id"];
  return typeof given === "string" && isRequestId(given) ? given : newRequestId();
}

/** Decision B177. */
export function newRequestId(): string {
  return orderedUuid(randomUUID(), Date.now());
}

const isRequestId = textCheck(RequestIdHeader);
