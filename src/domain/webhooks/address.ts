import { BlockList, isIP } from "node:net";

/** A range of addresses. */
export interface AddressRange {
  readonly address: string;
  readonly prefix: number;
  readonly family: "ipv4" | "ipv6";
}

/** What webhooks may reach. */
export interface WebhookReach {
  readonly allowHttp: boolean;
  /** Ranges that may be reached although they are not public. */
  readonly networks: readonly AddressRange[];
}

/** Every range that is not of the public internet, by the registries of special addresses. */
const notPublic = listOf([
  ...[
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
    ["172.16.0.0", 12],
    ["192.0.0.0", 24],
    ["192.0.2.0", 24],
    ["192.88.99.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
    ["198.51.100.0", 24],
    ["203.0.113.0", 24],
    ["224.0.0.0", 3],
  ].map(([address, prefix]) => ({ address, prefix, family: "ipv4" }) as AddressRange),
  // Of version 6, 2000::/3 alone is public, and of that not what holds addresses of version 4 or documents.
  ...[
    ["::", 3],
    ["4000::", 2],
    ["8000::", 1],
    ["2001::", 23],
    ["2001:db8::", 32],
    ["2002::", 16],
    ["3fff::", 20],
  ].map(([address, prefix]) => ({ address, prefix, family: "ipv6" }) as AddressRange),
]);

/** Returns whether a webhook may connect to an address; to a text that is none it may not. */
export function addressJudge({ networks }: Pick<WebhookReach, "networks">) {
  const allowed = listOf(networks);
  return (address: string): boolean => {
    const plain = withoutMapping(address);
    const version = isIP(plain);
    if (version === 0) return false;
    const family = version === 4 ? "ipv4" : "ipv6";
    return allowed.check(plain, family) || !notPublic.check(plain, family);
  };
}

/** The reason why nothing may be posted to this URL, before its name is resolved; null where it may. */
export function refuseUrl(text: string, reach: WebhookReach): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return "must be an https:// address";
  if (url.protocol === "http:" && !reach.allowHttp) {
    return "must be an https:// address; http:// needs WEBHOOK_ALLOW_HTTP";
  }
  if (url.username !== "" || url.password !== "") return "must hold no user and no password";
  const literal = literalOf(url);
  if (literal === null || addressJudge(reach)(literal)) return null;
  return "must be an address of the public internet, or one of WEBHOOK_NETWORKS";
}

/** The address that a URL names without a name; null for a name. */
export function literalOf({ hostname }: Pick<URL, "hostname">): string | null {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(host) === 0 ? null : host;
}

/** An IPv4 address inside of IPv6 is judged as what it is. */
function withoutMapping(address: string): string {
  if (isIP(address) !== 6) return address;
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, "")}]/`);
  const [, high = "", low = ""] =
    /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname) ?? [];
  if (low === "") return hostname.slice(1, -1);
  const bytes = [high, low].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join(".");
}

/** One list for each family: a list with both would hold addresses of version 4 to the ranges of version 6. */
function listOf(ranges: readonly AddressRange[]) {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { address, prefix, family } of ranges) {
    lists[family].addSubnet(address, prefix, family);
  }
  const check = (address: string, family: AddressRange["family"]) =>
    lists[family].check(address, family);
  return { check };
}
