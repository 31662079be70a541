import type { IncomingHttpHeaders } from "node:http";
import { isRefused, type Refused } from "../../../domain/refusal.ts";
import { hashSecret } from "../../../domain/secret.ts";
import type { Operator } from "../../../store/accounts/operators.ts";
import type { Store } from "../../../store/store.ts";
import { createFirstOperator, firstAdminName } from "../../../usecases/operator/operators.ts";
import type { Authenticator } from "./authenticate.ts";
import type { AnyRefusal } from "../../../operations/problems.ts";
import type { Reply, Operation } from "../../../operations/operation.ts";
import { nothing } from "../../../operations/operations-of.ts";
import { SessionShape, SignedInByCode, SignIn, SignInByCode } from "./session-schema.ts";
import { sessionToJson } from "./session-to-json.ts";
import { sessionCookie } from "./session-cookie.ts";
import type { Session, Sessions } from "../state/sessions.ts";
import type { CodeMeaning, SignInCodes } from "../state/sign-in-codes.ts";

export interface BeginningParts {
  readonly store: Pick<Store, "operators">;
  readonly authenticator: Authenticator;
  readonly sessions: Sessions;
  readonly codes: SignInCodes;
}

interface At {
  readonly now: number;
  readonly requestId: string;
}

export interface Beginning {
  readonly operator: Operator;
  readonly session: { readonly secret: string; readonly session: Session };
  /**
   * The key of an operator that this request made; null where it existed, undefined for a key sign-
   * in.
   */
  readonly key?: string | null;
}

/** An operation without authentication, which begins a session. */
export interface SessionBeginning extends Omit<Operation, "run"> {
  /** The body was validated by the route's schema. */
  begin(parts: BeginningParts, body: never, at: At): Promise<Beginning | Refused<AnyRefusal>>;
}

const beginning = {
  method: "POST",
  role: "viewer",
  scope: "visible",
  tag: "Session",
  params: nothing,
  query: nothing,
} as const;

/** The ways to begin a session. Requests that another site began are refused before. */
export const sessionBeginnings: readonly SessionBeginning[] = [
  {
    ...beginning,
    name: "signIn",
    path: "/session",
    summary: "Exchange a key for a session: an HttpOnly cookie, and the token that changes need.",
    body: SignIn,
    answers: { 201: SessionShape },
    refusals: ["key-refused"],
    begin: signInWithKey,
  },
  {
    ...beginning,
    name: "signInWithCode",
    path: "/session/code",
    summary: "Exchange the one-time code of a sign-in link for a session.",
    description:
      "While there is no operator, the service prints a link when it starts: its code makes the " +
      "first one, an admin of all accounts, whose key is in this answer and nowhere else. The link " +
      "of a demo signs in as an operator who exists; `key` is then null. A code works once.",
    body: SignInByCode,
    answers: { 201: SignedInByCode },
    refusals: ["code-refused", "operator-name-malformed"],
    begin: signInWithCode,
  },
];

/** The answer to an operation that began a session. */
export function begunReply(
  { operator, session: { secret, session }, key }: Beginning,
  now: number,
  headers: IncomingHttpHeaders,
): Reply {
  const seconds = Math.floor((session.endsAt - now) / 1000);
  return {
    status: 201,
    body: { ...sessionToJson(operator, session), ...(key !== undefined && { key }) },
    headers: { "set-cookie": sessionCookie(secret, seconds, headers) },
  };
}

async function signInWithKey(
  { authenticator, sessions }: BeginningParts,
  { key }: { readonly key: string },
  { now }: At,
): Promise<Beginning | Refused<AnyRefusal>> {
  const operator = await authenticator.checkKey(key);
  if (isRefused<AnyRefusal>(operator)) return operator;
  return {
    operator,
    session: sessions.begin({ keyHash: hashSecret(key), operatorId: operator.id }, now),
  };
}

async function signInWithCode(
  parts: BeginningParts,
  { code, name = firstAdminName }: { readonly code: string; readonly name?: string },
  at: At,
): Promise<Beginning | Refused<AnyRefusal>> {
  const answer = await parts.codes.use(code, at.now, (meaning) => follow(parts, meaning, name, at));
  return answer ?? { refused: { why: "code-refused" } };
}

async function follow(
  { store, sessions }: BeginningParts,
  meaning: CodeMeaning,
  name: string,
  { now, requestId }: At,
): Promise<Beginning | Refused<AnyRefusal>> {
  if (meaning.kind === "known") {
    const operator = await store.operators.findByKey(meaning.keyHash);
    if (operator === null) return { refused: { why: "code-refused" } };
    const { keyHash } = meaning;
    return {
      operator,
      session: sessions.begin({ keyHash, operatorId: operator.id }, now),
      key: null,
    };
  }
  const audit = { actor: "sign-in link", now, requestId };
  const issued = await createFirstOperator(store, audit, name);
  if (!isRefused<AnyRefusal>(issued)) {
    const { key, operator } = issued;
    const session = sessions.begin({ keyHash: hashSecret(key), operatorId: operator.id }, now);
    return { ...issued, session };
  }
  // Another request or command has made the first operator meanwhile.
  const isOver = issued.refused.why === "operator-exists";
  return isOver ? { refused: { why: "code-refused" } } : issued;
}
