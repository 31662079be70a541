import { createHmac, timingSafeEqual } from "node:crypto";
import type { Session } from "../../../store/doors/access.ts";

/** A session with the token that changes carry, so that no other site can make one. It follows from the cookie's secret. */
export interface OpenSession extends Session {
  readonly csrfToken: string;
}

export function openSession(session: Session, secret: string): OpenSession {
  const csrfToken = createHmac("sha256", secret).update("csrf token").digest("base64url");
  return { ...session, csrfToken };
}

/** Whether a change carries the token of its session. */
export function carriesToken(session: OpenSession, given: string): boolean {
  const expected = Buffer.from(session.csrfToken);
  const sent = Buffer.from(given);
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
