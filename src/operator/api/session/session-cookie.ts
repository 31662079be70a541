import type { IncomingHttpHeaders } from "node:http";

const name = "booking_session";

/**
 * The cookie of a session: scripts cannot read it, and requests that other sites begin do not carry
 * it.
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
