import { BlockList, isIP } from "node:net";

/**
 * Tells the address a request came from, for the limits. Forwarded addresses count only as far as
 * listed proxies vouch for them: the chain is read from its end, and the first address that is no
 * listed proxy is the caller's. Anything a caller writes lies before that.
 */
export class TrustedProxies {
  readonly #list = new BlockList();

  /** Addresses and CIDR ranges, as `parseRange` accepts them. */
  constructor(ranges: readonly string[]) {
    for (const text of ranges) {
      const range = parseRange(text);
      if (range !== null) this.#list.addSubnet(range.address, range.prefix, range.family);
    }
  }

  trusts(address: string): boolean {
    const plain = withoutMapping(address);
    const family = familyOf(plain);
    return family !== null && this.#list.check(plain, family);
  }

  /** `forwardedFor` is the X-Forwarded-For header, proxies having appended to it. */
  clientAddress(peer: string, forwardedFor: string | undefined): string {
    const hops = forwardedFor?.split(",").map((hop) => hop.trim()) ?? [];
    let address = peer;
    while (this.trusts(address)) {
      const hop = hops.pop();
      if (hop === undefined || familyOf(withoutMapping(hop)) === null) break;
      address = hop;
    }
    return withoutMapping(address);
  }
}

/** What a limit counts by: an IPv4 address, or the /64 that one IPv6 customer is given. */
export function limitKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array.from({ length: zeros }, () => "0"), ...after];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
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

/** `::ffff:10.0.0.1` is how a socket for both families writes 10.0.0.1. */
function withoutMapping(address: string): string {
  const plain = address.replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  return mapped ?? plain;
}
