import type { IncomingMessage } from "node:http";
import { parseHost } from "../../domain/account.ts";
import { remembered } from "../../domain/memoized.ts";
import { BlockList, isIP } from "node:net";
import { familyOf, parseRange } from "./address-range.ts";

/**
 * Why a request is malformed although Node accepts it; null without fault. Two machines on the way could understand
 * such a request differently, so the connection is closed as well (decision B4).
 */
export function problemOf(request: IncomingMessage): string | null {
  const ambiguity = ambiguityOf(request);
  if (ambiguity !== null) return ambiguity;
  const { host } = request.headers;
  if (host === undefined) return oneHost;
  if (hostOf(host) === null) return "the Host header must name one host";
  const origin = targetOrigin(request.url ?? "");
  if (origin !== null && hostOf(origin) !== hostOf(host)) {
    return "the request target names another host than the Host header";
  }
  // Clients offer h2c to change to HTTP/2. A server may ignore the offer and answer in HTTP/1.1.
  const { upgrade } = request.headers;
  if (upgrade !== undefined && upgrade.toLowerCase() !== "h2c") return "Upgrade is not supported";
  return null;
}

/** How many Host headers are remembered with their parsed form. */
const maxHosts = 10_000;
const hostOf = remembered(maxHosts, parseHost);

/** Whether a body follows the headers, or may follow. */
export function announcesBody(request: IncomingMessage): boolean {
  const length = request.headers["content-length"];
  return request.headers["transfer-encoding"] !== undefined || Number(length ?? 0) !== 0;
}

const absoluteForm = /^https?:\/\/([^/?]*)/i;

function targetOrigin(target: string): string | null {
  return absoluteForm.exec(target)?.[1] ?? null;
}

/** The request target, split. */
export interface Target {
  /** Decoded, without the origin of an absolute form; null when it is not percent-encoded UTF-8. */
  readonly path: string | null;
  /** Everything after the first `?`, as sent; a second `?` is part of it. */
  readonly query: string;
}

export function targetOf(request: IncomingMessage): Target {
  const target = (request.url ?? "/").replace(absoluteForm, "");
  const mark = target.indexOf("?");
  return mark === -1
    ? { path: decodePath(target), query: "" }
    : { path: decodePath(target.slice(0, mark)), query: target.slice(mark + 1) };
}

/** Reads `%3A` as `:` (A51). A path that is encoded twice is decoded once. */
function decodePath(path: string): string | null {
  if (!path.includes("%")) return path;
  try {
    return decodeURI(path.replaceAll(/%3a/gi, ":"));
  } catch {
    return null;
  }
}

/**
 * The host that names the account: the Host header, or X-Forwarded-Host of a listed proxy. Null
 * when a proxy names no host, or several: a guess could reach another account.
 */
export function apiHost(request: IncomingMessage, proxies: TrustedProxies): string | null {
  const forwarded = headerValues(request, "x-forwarded-host");
  const peer = request.socket.remoteAddress ?? "";
  const named = forwarded.length > 0 && proxies.trusts(peer) ? forwarded : [request.headers.host];
  return named.length === 1 ? hostOf(named[0] ?? "") : null;
}

const oneHost = "exactly one Host header is required";

/** What two machines on a request's way could read differently, although Node accepts it; null without fault. */
export function ambiguityOf(request: IncomingMessage): string | null {
  if (request.httpVersionMajor !== 1) return "the version must be HTTP/1.1 or HTTP/1.0";
  const coding = request.headers["transfer-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "chunked") {
    return "Transfer-Encoding must be chunked";
  }
  return headerValues(request, "host").length > 1 ? oneHost : null;
}

/** All values of a header as sent; Node keeps only the first of some headers. `name` is in lower case. */
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

interface TextSchema {
  readonly type: "string";
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Whether an ASCII text has the form that the contract gives it. */
export function textCheck(schema: TextSchema): (text: string) => boolean {
  const { pattern = "", minLength = 0, maxLength = Infinity } = schema;
  const form = new RegExp(pattern, "u");
  return (text) => text.length >= minLength && text.length <= maxLength && form.test(text);
}

/**
 * Finds the caller's address for the rate limits. Forwarded addresses are read from the end of the
 * chain, and the first address that is not a listed proxy is the caller's; without one, the last
 * proxy's counts. Text that a caller forges stands before that one and is never reached.
 */
export class TrustedProxies {
  readonly #list = new BlockList();
  #isEmpty = true;
  readonly #withoutMapping = remembered(maxAddresses, withoutMapping);

  /** Addresses and CIDR ranges in the form of `parseRange`. */
  constructor(ranges: readonly string[]) {
    for (const text of ranges) {
      const range = parseRange(text);
      if (range !== null) {
        this.#list.addSubnet(range.address, range.prefix, range.family);
        this.#isEmpty = false;
      }
    }
  }

  /**
   * How long a connection may be idle between two requests, milliseconds. Proxies keep theirs for a minute or two, and one that
   * sends a request while the service ends the connection gets a reset, which it may not answer by a repeat.
   */
  get idleLimitMs(): number {
    return this.#isEmpty ? 10_000 : 130_000;
  }

  trusts(address: string): boolean {
    if (this.#isEmpty) return false;
    const plain = this.#withoutMapping(address);
    const family = familyOf(plain);
    return family !== null && this.#list.check(plain, family);
  }

  /** `forwardedFor` is the X-Forwarded-For header, to which each proxy appends. */
  clientAddress(peer: string, forwardedFor: string | undefined): string {
    const hops = forwardedFor?.split(",").map((hop) => hop.trim()) ?? [];
    let address = peer;
    while (this.trusts(address)) {
      const hop = withoutPort(hops.pop() ?? "");
      if (familyOf(withoutMapping(hop)) === null) break;
      address = hop;
    }
    return this.#withoutMapping(address);
  }
}

/** How many addresses are remembered without their IPv4 mapping. */
const maxAddresses = 10_000;

/**
 * The key of a rate limit: an IPv4 address, or the /64 that one IPv6 customer has. Behind a gateway between both
 * (RFC 6052) all IPv4 callers have one /64, and the IPv4 address within counts.
 */
export function limitKey(address: string): string {
  if (!address.includes(":")) return address;
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join() === gatewayPrefix) return lastAsIPv4(groups);
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":");
}

/** Some proxies append the caller's port: `10.0.0.1:4711`, `[2001:db8::1]:4711`, or brackets alone. */
function withoutPort(hop: string): string {
  const [, v4, v6] =
    /^(?:(\d+\.\d+\.\d+\.\d+):\d{1,5}|\[([^[\]]+)\](?::\d{1,5})?)$/.exec(hop) ?? [];
  if (v6 !== undefined) return isIP(v6) === 6 ? v6 : hop;
  return v4 ?? hop;
}

/** `::ffff:10.0.0.1`, however it is written, is how a socket for both families writes 10.0.0.1. */
function withoutMapping(address: string): string {
  const plain = address.replace(/%.*$/, "");
  if (isIP(plain) !== 6 || !/ffff/i.test(plain)) return plain;
  const groups = groupsOf(plain);
  return groups.slice(0, 6).join() === mappedPrefix ? lastAsIPv4(groups) : plain;
}

const mappedPrefix = [0, 0, 0, 0, 0, 0xffff].join();
const gatewayPrefix = [0x64, 0xff9b, 0, 0, 0, 0].join();

function lastAsIPv4(groups: readonly number[]): string {
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join(".");
}

/** The eight groups of an IPv6 address, whose last two may be written as an IPv4 address. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const before = readGroups(head);
  const after = readGroups(tail ?? "");
  const zeros = Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: zeros }, () => 0), ...after];
}

function readGroups(text: string): number[] {
  if (text === "") return [];
  return text.split(":").flatMap((group) => {
    if (!group.includes(".")) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
