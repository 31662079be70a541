import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import type { Operator } from "../../../store/accounts/operators.ts";

/**
 * Who signed in: with a key, which is looked up again by its hash at every request, or a person whom the
 * identity provider named, with the role of that moment.
 */
export type SessionHolder =
  | { readonly keyHash: string; readonly operatorId: string }
  | { readonly person: Operator };

/** A browser that signed in. */
export interface Session {
  /** Names the session in lists; the cookie has a secret of its own. */
  readonly id: string;
  readonly holder: SessionHolder;
  /** The token that changes carry, so that no other site can make one. */
  readonly csrfToken: string;
  /** Milliseconds UTC, as it is shown; a clock that is set does not move the end. */
  readonly begunAt: number;
  readonly endsAt: number;
}

interface Kept {
  readonly session: Session;
  /** Milliseconds of the monotonic clock. */
  readonly begun: number;
  used: number;
}

/** Longer than a working day. */
const lifetimeMs = 12 * 3_600_000;
/** A session ends that no request used for this time; an open console asks every few seconds. */
const idleMs = 2 * 3_600_000;
/** The most sessions of one operator. One more ends the oldest of that operator, and nobody else's. */
const sessionsOfOperatorMax = 100;
/** The most sessions of all operators. One more ends the oldest of all. */
const sessionsMax = 10_000;

/**
 * Sessions, in the memory of the process with the operator's listener. Only the hash of a session's
 * secret is kept, and all sessions end with the process (decision B86).
 */
export class Sessions {
  readonly #sessions = new Map<string, Kept>();
  readonly #clock: () => number;

  /** `clock` is monotonic, in milliseconds. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** The secret goes into the cookie; only its hash is kept. `now` is milliseconds UTC. */
  begin(
    holder: SessionHolder,
    now: number,
  ): { readonly secret: string; readonly session: Session } {
    this.#makeRoom(idOf(holder));
    const secret = randomBytes(32).toString("base64url");
    const csrfToken = randomBytes(32).toString("base64url");
    const endsAt = now + lifetimeMs;
    const id = randomUUID();
    const session = { id, holder, csrfToken, begunAt: now, endsAt };
    const begun = this.#clock();
    this.#sessions.set(hashOf(secret), { session, begun, used: begun });
    return { secret, session };
  }

  #makeRoom(operatorId: string): void {
    const own: string[] = [];
    for (const [hash, kept] of this.#sessions) {
      if (!this.#lives(kept)) this.#sessions.delete(hash);
      else if (idOf(kept.session.holder) === operatorId) own.push(hash);
    }
    const [oldestOwn] = own;
    const [oldest] = this.#sessions.keys();
    if (oldestOwn !== undefined && own.length >= sessionsOfOperatorMax) {
      this.#sessions.delete(oldestOwn);
    } else if (oldest !== undefined && this.#sessions.size >= sessionsMax) {
      this.#sessions.delete(oldest);
    }
  }

  /** Finds a session by its cookie's secret, and counts as its use. */
  find(secret: string): Session | null {
    const kept = this.#sessions.get(hashOf(secret));
    if (kept === undefined || !this.#lives(kept)) return null;
    kept.used = this.#clock();
    return kept.session;
  }

  /** The live sessions of all operators, latest first. */
  all(): Session[] {
    return [...this.#sessions.values()]
      .filter((kept) => this.#lives(kept))
      .map(({ session }) => session)
      .toReversed();
  }

  /** The live sessions of an operator, latest first. */
  ofOperator(operatorId: string): Session[] {
    return this.all().filter(({ holder }) => idOf(holder) === operatorId);
  }

  end(session: Session): void {
    for (const [hash, kept] of this.#sessions) {
      if (kept.session === session) this.#sessions.delete(hash);
    }
  }

  #lives({ begun, used }: Kept): boolean {
    const now = this.#clock();
    return now < begun + lifetimeMs && now < used + idleMs;
  }
}

function idOf(holder: SessionHolder): string {
  return "person" in holder ? holder.person.id : holder.operatorId;
}

/** Whether a change carries the token of its session. */
export function carriesToken(session: Session, given: string | undefined): boolean {
  const expected = Buffer.from(session.csrfToken);
  const sent = Buffer.from(given ?? "");
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
