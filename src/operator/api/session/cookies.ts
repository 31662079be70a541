import type { IncomingHttpHeaders } from "node:http";
import type { Session } from "../../../store/doors/access.ts";

/** Whether the way here says that it began with TLS; a lie about that harms the liar only. */
const isSecure = (headers: IncomingHttpHeaders) => headers["x-forwarded-proto"] === "https";

/** A browser takes a cookie named `__Host-…` only over TLS and from this very host. */
const cookieName = (name: string, headers: IncomingHttpHeaders) =>
  isSecure(headers) ? `__Host-${name}` : name;

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly maxAgeSeconds: number;
  readonly sameSite: "Strict" | "Lax";
}

/** A cookie that scripts cannot read. An empty value and no seconds remove it. */
export function cookie(
  { name, value, maxAgeSeconds, sameSite }: Cookie,
  headers: IncomingHttpHeaders,
): string {
  const [path, secure] = isSecure(headers) ? ["/", "; Secure"] : ["/operator/", ""];
  return (
    `${cookieName(name, headers)}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; ` +
    `SameSite=${sameSite}${secure}`
  );
}

/** The value of a cookie; null without one, or with two, of which another site may have set one. */
export function readCookie(headers: IncomingHttpHeaders, name: string): string | null {
  const start = `${cookieName(name, headers)}=`;
  const found = (headers.cookie ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(start));
  const [only, ...more] = found;
  return only === undefined || more.length > 0 ? null : only.slice(start.length);
}

const name = "booking_session";

/** The cookie of a session; requests that other sites begin do not carry it. */
export function sessionCookie(
  { secret, session }: { readonly secret: string; readonly session: Session },
  now: number,
  headers: IncomingHttpHeaders,
): string {
  const maxAgeSeconds = Math.floor((session.endsAt - now) / 1000);
  return cookie({ name, value: secret, maxAgeSeconds, sameSite: "Strict" }, headers);
}

export function removedSessionCookie(headers: IncomingHttpHeaders): string {
  return cookie({ name, value: "", maxAgeSeconds: 0, sameSite: "Strict" }, headers);
}

/** The secret of the session that a request carries; null without one, or with two. */
export function sessionSecretOf(headers: IncomingHttpHeaders): string | null {
  return readCookie(headers, name);
}
