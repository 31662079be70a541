import type { IncomingMessage } from "node:http";
import { isLoopbackHost, parseHost } from "../../../domain/account.ts";

/**
 * Whether a request names an API host of an account: a proxy may route callers here by mistake, and
 * must find nothing (P28). A loopback name is allowed, because callers from outside cannot use it.
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
  for (const each of named) {
    const host = parseHost((each ?? "").trim());
    if (host !== null && !isLoopbackHost(host) && (await isApiHost(host))) return true;
  }
  return false;
}
