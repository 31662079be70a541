import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A browser that signed in with a key. */
export interface Session {
  /** Hash of the operator's key: whether it is still good is asked anew at every request. */
  readonly keyHash: string;
  /** What a change has to carry, so that no other site can make one. */
  readonly csrfToken: string;
  /** Milliseconds UTC. */
  readonly endsAt: number;
}

/** A working day, and a bit. */
const lifetimeMs = 12 * 3_600_000;
/** Beyond that the oldest one ends. */
const sessionsMax = 10_000;

/**
 * Who is signed in, in the memory of the process that has the operator's listener: of a session's id
 * only the hash is known, and all end with the process (decision B86).
 */
export class Sessions {
  readonly #sessions = new Map<string, Session>();

  /** The id goes into the cookie and is not kept. */
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
