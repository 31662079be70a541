import type { IncomingMessage } from "node:http";
import { parseHost } from "../../../domain/account.ts";
import { RightsEnded } from "../../../domain/operator.ts";
import { isRefused, type Refused } from "../../../domain/refusal.ts";
import { hashSecret, isSecret } from "../../../domain/secret.ts";
import type { Operator, SessionHolder } from "../../../store/doors/access.ts";
import type { Store } from "../../../store/store.ts";
import type { ApiRefusal } from "../../../operations/machinery/problems.ts";
import { carriesToken, openSession, type OpenSession } from "../state/open-session.ts";
import { sessionSecretOf } from "./cookies.ts";
import { operatorOf, type PersonSettings } from "./person.ts";

/** The operator who sends a request, with a key or in a browser's session. */
export interface Caller {
  readonly operator: Operator;
  readonly session: OpenSession | null;
  /** The hash of the key that they sent or signed in with; null for a person of the identity provider. */
  readonly keyHash: string | null;
}

export interface AuthenticationParts {
  readonly store: Pick<Store, "operators" | "sessions" | "accounts">;
  /** Null where only keys sign in. */
  readonly oidc: PersonSettings | null;
  /** Milliseconds UTC. */
  readonly now: () => number;
}

/**
 * Authenticates an operator by key or session, and refuses forged changes. A key counts before a cookie, because
 * another site cannot make a browser send a key.
 */
export async function authenticate(
  request: IncomingMessage,
  parts: AuthenticationParts,
): Promise<Caller | Refused<ApiRefusal>> {
  const { store, now } = parts;
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const key = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    if (key === undefined) return { refused: { why: "key-missing" } };
    const operator = await checkKey(key, store, now());
    return isRefused<ApiRefusal>(operator)
      ? operator
      : { operator, session: null, keyHash: hashSecret(key) };
  }
  const secret = sessionSecretOf(request.headers);
  if (secret === null) return { refused: { why: "key-missing" } };
  const found = await store.sessions.find(secret, now());
  if (found === null) return { refused: { why: "key-refused" } };
  const session = openSession(found, secret);
  if (isForged(request, session)) return { refused: { why: "forged" } };
  const { holder } = session;
  const operator = await operatorWho(holder, parts);
  if (operator !== null) {
    return { operator, session, keyHash: "keyHash" in holder ? holder.keyHash : null };
  }
  await store.sessions.end(session);
  return { refused: { why: "key-refused" } };
}

/**
 * The operator who sent a request, as they are now; null where their key has ended. Whoever signs out leaves work to go
 * on. Throws `RightsEnded` where an operator ended the session.
 */
export async function holderNow(
  { session, keyHash }: Caller,
  parts: AuthenticationParts,
): Promise<Operator | null> {
  if (session !== null) {
    if (await parts.store.sessions.wasEnded(session)) throw new RightsEnded("session");
    return operatorWho(session.holder, parts);
  }
  return keyHash === null ? null : parts.store.operators.findByKey(keyHash, parts.now());
}

async function operatorWho(
  holder: SessionHolder,
  { store, oidc, now }: AuthenticationParts,
): Promise<Operator | null> {
  return "person" in holder
    ? operatorOf(holder.person, oidc, store, now())
    : store.operators.findByKey(holder.keyHash, now());
}

/** The operator who has this key. A key has 256 bits, so that guessing needs no limit here. */
export async function checkKey(
  key: string,
  { operators }: Pick<Store, "operators">,
  now: number,
): Promise<Operator | Refused<ApiRefusal>> {
  const isKey = isSecret("operatorKey", key);
  const operator = isKey ? await operators.findByKey(hashSecret(key), now) : null;
  return operator ?? { refused: { why: "key-refused" } };
}

/** Whether another site than the console may have made this change. */
function isForged(request: IncomingMessage, session: OpenSession): boolean {
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
