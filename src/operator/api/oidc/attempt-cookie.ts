import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isSecure, readCookie } from "../session/session-cookie.ts";

/** The cookie's content, which the browser keeps from its redirect to the provider until its return. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE verifier, without which the provider gives no tokens. */
  readonly verifier: string;
  /** The console's page to go to afterwards. */
  readonly from: string;
  /** Milliseconds UTC. */
  readonly endsAt: number;
}

/** Time to sign in at the provider, with a second factor. */
export const attemptLifetimeMs = 10 * 60_000;

const nameOf = (headers: IncomingHttpHeaders) =>
  isSecure(headers) ? "__Host-booking_sign_in" : "booking_sign_in";

/**
 * The cookie of an attempt, signed, so that the service keeps nothing for whoever begins and never comes
 * back. `Lax`, because the way back from the provider is begun by another site.
 */
export function attemptCookie(attempt: Attempt, key: Buffer, headers: IncomingHttpHeaders): string {
  const content = Buffer.from(JSON.stringify(attempt)).toString("base64url");
  return cookie(`${content}.${sign(content, key)}`, attemptLifetimeMs / 1000, headers);
}

/** Removes the cookie: an attempt is good once. */
export function removedAttemptCookie(headers: IncomingHttpHeaders): string {
  return cookie("", 0, headers);
}

/** The attempt that a browser comes back with; null without one, or with one that is over or forged. */
export function attemptOf(headers: IncomingHttpHeaders, key: Buffer, now: number): Attempt | null {
  const [content = "", given = ""] = (readCookie(headers, nameOf(headers)) ?? "").split(".");
  const expected = Buffer.from(sign(content, key));
  const sent = Buffer.from(given);
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return null;
  // Only this process could sign it.
  const attempt = JSON.parse(Buffer.from(content, "base64url").toString()) as Attempt;
  return now < attempt.endsAt ? attempt : null;
}

function cookie(value: string, maxAgeSeconds: number, headers: IncomingHttpHeaders): string {
  const [path, secure] = isSecure(headers) ? ["/", "; Secure"] : ["/operator/", ""];
  return (
    `${nameOf(headers)}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; ` +
    `SameSite=Lax${secure}`
  );
}

function sign(content: string, key: Buffer): string {
  return createHmac("sha256", key).update(content).digest("base64url");
}
