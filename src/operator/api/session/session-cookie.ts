import type { IncomingHttpHeaders } from "node:http";

const name = "booking_session";

/**
 * The cookie of a session: no script reads it, and no request that began on another site carries it.
 * `Secure` where the way here says that it began with TLS; a lie about that harms the liar only.
 */
export function sessionCookie(
  id: string,
  maxAgeSeconds: number,
  headers: IncomingHttpHeaders,
): string {
  const secure = headers["x-forwarded-proto"] === "https" ? "; Secure" : "";
  return `${name}=${id}; Path=/operator/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** The session's id that a request carries; null without one, or with two. */
export function sessionIdOf({ cookie = "" }: IncomingHttpHeaders): string | null {
  const found = cookie
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`));
  const [only, ...more] = found;
  return only === undefined || more.length > 0 ? null : only.slice(name.length + 1);
}
