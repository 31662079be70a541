import type { IncomingHttpHeaders } from "node:http";

/** Whether the way here says that it began with TLS; a lie about that harms the liar only. */
export const isSecure = (headers: IncomingHttpHeaders) => headers["x-forwarded-proto"] === "https";
/** A browser takes a cookie named `__Host-…` only over TLS and from this very host. */
const nameOf = (headers: IncomingHttpHeaders) =>
  isSecure(headers) ? "__Host-booking_session" : "booking_session";

/**
 * The cookie of a session: scripts cannot read it, and requests that other sites begin do not carry
 * it. An empty secret and no seconds remove it.
 */
export function sessionCookie(
  secret: string,
  maxAgeSeconds: number,
  headers: IncomingHttpHeaders,
): string {
  const [path, secure] = isSecure(headers) ? ["/", "; Secure"] : ["/operator/", ""];
  return (
    `${nameOf(headers)}=${secret}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; ` +
    `SameSite=Strict${secure}`
  );
}

/** The secret of the session that a request carries; null without one, or with two. */
export function sessionSecretOf(headers: IncomingHttpHeaders): string | null {
  return readCookie(headers, nameOf(headers));
}

/** The value of a cookie; null without one, or with two, of which another site may have set one. */
export function readCookie(headers: IncomingHttpHeaders, name: string): string | null {
  const found = (headers.cookie ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`));
  const [only, ...more] = found;
  return only === undefined || more.length > 0 ? null : only.slice(name.length + 1);
}
