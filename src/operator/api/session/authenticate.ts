import type { IncomingMessage } from "node:http";
import { parseHost } from "../../../domain/account.ts";
import { isRefused, type Refused } from "../../../domain/refusal.ts";
import { hashSecret, isSecret } from "../../../domain/secret.ts";
import type { Operator } from "../../../store/accounts/operators.ts";
import type { Store } from "../../../store/store.ts";
import type { ApiRefusal } from "../../../operations/problems.ts";
import { carriesToken, type Session, type Sessions } from "../state/sessions.ts";
import { sessionSecretOf } from "./session-cookie.ts";

/** The operator who sends a request, with a key or in a browser's session. */
export interface Caller {
  readonly operator: Operator;
  readonly session: Session | null;
}

/** Authenticates operators by key or session, and refuses forged changes. */
export class Authenticator {
  readonly #operators: Store["operators"];
  readonly #sessions: Sessions;

  constructor(operators: Store["operators"], sessions: Sessions) {
    this.#operators = operators;
    this.#sessions = sessions;
  }

  /** A key counts before a cookie, because another site cannot make a browser send a key. */
  async authenticate(request: IncomingMessage): Promise<Caller | Refused<ApiRefusal>> {
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      const key = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
      if (key === undefined) return { refused: { why: "key-missing" } };
      const operator = await this.checkKey(key);
      return isRefused<ApiRefusal>(operator) ? operator : { operator, session: null };
    }
    const secret = sessionSecretOf(request.headers);
    if (secret === null) return { refused: { why: "key-missing" } };
    const session = this.#sessions.find(secret);
    if (session === null) return { refused: { why: "key-refused" } };
    if (isForged(request, session)) return { refused: { why: "forged" } };
    const { holder } = session;
    if ("person" in holder) return { operator: holder.person, session };
    const operator = await this.#operators.findByKey(holder.keyHash);
    if (operator === null) {
      this.#sessions.end(session);
      return { refused: { why: "key-refused" } };
    }
    return { operator, session };
  }

  /** The operator who has this key. A key has 256 bits, so that guessing needs no limit here. */
  async checkKey(key: string): Promise<Operator | Refused<ApiRefusal>> {
    const operator = isSecret("operatorKey", key)
      ? await this.#operators.findByKey(hashSecret(key))
      : null;
    return operator ?? { refused: { why: "key-refused" } };
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
