import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A browser that signed in with a key. */
export interface Session {
  /** Hash of the operator's key, which is looked up again at every request. */
  readonly keyHash: string;
  /** The token that changes carry, so that no other site can make one. */
  readonly csrfToken: string;
  /** Milliseconds UTC. */
  readonly endsAt: number;
}

/** Longer than a working day. */
const lifetimeMs = 12 * 3_600_000;
/** Beyond this number the oldest session ends. */
const sessionsMax = 10_000;

/**
 * Sessions, in the memory of the process with the operator's listener. Only the hash of a session's
 * id is kept, and all sessions end with the process (decision B86).
 */
export class Sessions {
  readonly #sessions = new Map<string, Session>();

  /** The id goes into the cookie; only its hash is kept. */
  begin(keyHash: string, now: number): { readonly id: string; readonly session: Session } {
    for (const [hash, { endsAt }] of this.#sessions) {
      if (endsAt <= now) this.#sessions.delete(hash);
    }
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= sessionsMax && oldest !== undefined) this.#sessions.delete(oldest);
    const id = randomBytes(32).toString("base64url");
    const csrfToken = randomBytes(32).toString("base64url");
    const session = { keyHash, csrfToken, endsAt: now + lifetimeMs };
    this.#sessions.set(hashOf(id), session);
    return { id, session };
  }

  find(id: string, now: number): Session | null {
    const session = this.#sessions.get(hashOf(id));
    return session === undefined || session.endsAt <= now ? null : session;
  }

  end(session: Session): void {
    for (const [hash, each] of this.#sessions) if (each === session) this.#sessions.delete(hash);
  }
}

/** Whether a change carries the token of its session. */
export function carriesToken(session: Session, given: string | undefined): boolean {
  const expected = Buffer.from(session.csrfToken);
  const sent = Buffer.from(given ?? "");
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

function hashOf(id: string): string {
  return createHash("sha256").update(id).digest("hex");
}
