import type { IncomingMessage } from "node:http";
import { parseHost } from "../../../domain/account.ts";
import { isRefused, type Refused } from "../../../domain/refusal.ts";
import { hashSecret, isSecret } from "../../../domain/secret.ts";
import { AddressCounts } from "../../../http/rate-limits/address-counts.ts";
import type { Operator } from "../../../store/accounts/operators.ts";
import type { Store } from "../../../store/store.ts";
import type { ApiRefusal } from "../problems.ts";
import { carriesToken, type Session, type Sessions } from "../state/sessions.ts";
import { sessionIdOf } from "./session-cookie.ts";

/** The operator who sends a request, with a key or in a browser's session. */
export interface Caller {
  readonly operator: Operator;
  readonly session: Session | null;
}

/** Wrong keys that one address may send within a minute. */
const wrongKeysPerMinute = 20;

/** Authenticates operators by key or session, limits guesses, and refuses forged changes. */
export class Authenticator {
  readonly #operators: Store["operators"];
  readonly #sessions: Sessions;
  readonly #wrong = new AddressCounts({
    limit: wrongKeysPerMinute,
    windowMs: 60_000,
    maxKeys: 50_000,
    sharers: 1,
  });

  constructor(operators: Store["operators"], sessions: Sessions) {
    this.#operators = operators;
    this.#sessions = sessions;
  }

  /** A key counts before a cookie, because another site cannot make a browser send a key. */
  async authenticate(
    request: IncomingMessage,
    address: string,
    now: number,
  ): Promise<Caller | Refused<ApiRefusal>> {
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      const key = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
      if (key === undefined) return { refused: { why: "key-missing" } };
      const operator = await this.checkKey(key, address, now);
      return isRefused<ApiRefusal>(operator) ? operator : { operator, session: null };
    }
    const id = sessionIdOf(request.headers);
    if (id === null) return { refused: { why: "key-missing" } };
    const session = this.#sessions.find(id, now);
    if (session === null) return { refused: { why: "key-refused" } };
    if (isForged(request, session)) return { refused: { why: "forged" } };
    const operator = await this.#operators.findByKey(session.keyHash);
    if (operator === null) {
      this.#sessions.end(session);
      return { refused: { why: "key-refused" } };
    }
    return { operator, session };
  }

  /** The operator who has this key. */
  async checkKey(
    key: string,
    address: string,
    now: number,
  ): Promise<Operator | Refused<ApiRefusal>> {
    const look = async () =>
      isSecret("operatorKey", key) ? this.#operators.findByKey(hashSecret(key)) : null;
    return (await this.attempt(address, now, look)) ?? { refused: { why: "key-refused" } };
  }

  /**
   * Looks at what somebody claims to know; null means that it is wrong. After too many wrong ones
   * from an address, none from there is looked at for a while.
   */
  async attempt<T>(
    address: string,
    now: number,
    look: () => Promise<T | null>,
  ): Promise<T | Refused<ApiRefusal> | null> {
    const state = this.#wrong.look(address, now);
    if (state?.limited === true) {
      const retryAfterSeconds = Math.max(1, Math.ceil((state.endsAt - now) / 1000));
      return { refused: { why: "too-many-attempts", retryAfterSeconds } };
    }
    const found = await look();
    if (found === null) this.#wrong.count(address, now);
    return found;
  }
}

/** Whether another site than the console may have made this change. */
function isForged(request: IncomingMessage, session: Session): boolean {
  if (request.method === "GET" || request.method === "HEAD") return false;
  const token = request.headers["x-csrf-token"];
  return comesFromElsewhere(request) || !carriesToken(session, String(token ?? ""));
}

/** Whether the browser says that another site began the request. */
export function comesFromElsewhere({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  const host = /^https?:\/\/(.+)$/.exec(origin)?.[1] ?? "";
  return parseHost(host) === null || host.toLowerCase() !== headers.host?.toLowerCase();
}
