import type { IncomingMessage } from "node:http";
import { isLoopbackHost, parseHost } from "../../../domain/account.ts";

/** The most hosts that are looked up for one request; a chain of proxies names fewer. */
const hostsMax = 8;

/**
 * Whether a request names an API host of an account: a proxy may route callers here by mistake, and
 * must find nothing (P28). A loopback name is allowed, because callers from outside cannot use it. A request
 * that names more than `hostsMax` hosts is refused without a look-up, because each look-up asks the database
 * before any key is checked.
 */
export async function cameByApiHost(
  { headers }: IncomingMessage,
  isApiHost: (host: string) => Promise<boolean>,
): Promise<boolean> {
  const forwarded = headers["x-forwarded-host"];
  const named = [
    headers.host,
    ...(Array.isArray(forwarded) ? forwarded : (forwarded ?? "").split(",")),
  ];
  const hosts = new Set(named.map((each) => parseHost((each ?? "").trim())));
  if (hosts.size > hostsMax) return true;
  for (const host of hosts) {
    if (host !== null && !isLoopbackHost(host) && (await isApiHost(host))) return true;
  }
  return false;
}
