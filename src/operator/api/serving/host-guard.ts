import type { IncomingMessage } from "node:http";
import { isLoopbackHost, parseHost } from "../../../domain/account.ts";

/**
 * Whether a request came by an API host of an account, be it by a proxy's mistake: the operator's side
 * is not there (P28). A loopback name is no way in from outside, even where an account has it.
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
