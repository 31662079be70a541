import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { cookie, readCookie } from "../session/cookies.ts";

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

/** `Lax`, because the way back from the provider is begun by another site. */
const kind = { name: "booking_sign_in", sameSite: "Lax" } as const;

/** The cookie of an attempt, signed, so that the service keeps nothing for whoever begins and never comes back. */
export function attemptCookie(attempt: Attempt, key: Buffer, headers: IncomingHttpHeaders): string {
  const content = Buffer.from(JSON.stringify(attempt)).toString("base64url");
  const value = `${content}.${sign(content, key)}`;
  return cookie({ ...kind, value, maxAgeSeconds: attemptLifetimeMs / 1000 }, headers);
}

/** Removes the cookie: an attempt is good once. */
export function removedAttemptCookie(headers: IncomingHttpHeaders): string {
  return cookie({ ...kind, value: "", maxAgeSeconds: 0 }, headers);
}

/** The attempt that a browser comes back with; null without one, or with one that is over or forged. */
export function attemptOf(headers: IncomingHttpHeaders, key: Buffer, now: number): Attempt | null {
  const [content = "", given = ""] = (readCookie(headers, kind.name) ?? "").split(".");
  const expected = Buffer.from(sign(content, key));
  const sent = Buffer.from(given);
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return null;
  // Only this process could sign it.
  const attempt = JSON.parse(Buffer.from(content, "base64url").toString()) as Attempt;
  return now < attempt.endsAt ? attempt : null;
}

function sign(content: string, key: Buffer): string {
  return createHmac("sha256", key).update(content).digest("base64url");
}
