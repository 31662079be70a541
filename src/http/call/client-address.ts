import { BlockList, isIP } from "node:net";
import { remembered } from "../../domain/memoized.ts";

/**
 * Finds the caller's address for the rate limits. Forwarded addresses are read from the end of the
 * chain, and the first address that is not a listed proxy is the caller's. Text that a caller
 * forges stands before that one and is never reached.
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

/** `10.0.0.1`, `10.0.0.0/8`, `fd00::/8`; null for anything else. */
export function parseRange(
  text: string,
): { address: string; prefix: number; family: "ipv4" | "ipv6" } | null {
  const [address = "", length, ...rest] = text.split("/");
  const family = familyOf(address);
  if (family === null || rest.length > 0) return null;
  const bits = family === "ipv4" ? 32 : 128;
  if (length === undefined) return { address, prefix: bits, family };
  const prefix = /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  return prefix <= bits ? { address, prefix, family } : null;
}

function familyOf(address: string): "ipv4" | "ipv6" | null {
  const version = isIP(address);
  return version === 0 ? null : version === 4 ? "ipv4" : "ipv6";
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
