import { Type } from "typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import { scopesOf, unlimited } from "../../../domain/operator.ts";
import { isRefused, type Refused } from "../../../domain/refusal.ts";
import { hashSecret } from "../../../domain/secret.ts";
import { textOrNull } from "../../../operations/machinery/fields.ts";
import type { Operation } from "../../../operations/machinery/operation.ts";
import { jsonBody, nothing } from "../../../operations/machinery/operations-of.ts";
import { issueOperator } from "../../../operations/access/operators.ts";
import type { AnyRefusal } from "../../../operations/machinery/problems.ts";
import type { Operator, SessionHolder } from "../../../store/doors/access.ts";
import type { Store } from "../../../store/store.ts";
import type { CodeMeaning, SignInCodes } from "../state/sign-in-codes.ts";
import { openSession } from "../state/open-session.ts";
import { checkKey, type Caller } from "./authenticate.ts";
import { sessionCookie, sessionSecretOf } from "./cookies.ts";
import { SessionShape } from "./session-routes.ts";

/** The name of the first operator, unless another one is chosen. */
const firstAdminName = "first-admin";

export interface SignInParts {
  readonly store: Pick<Store, "operators">;
  readonly codes: SignInCodes;
}

interface At {
  readonly now: number;
  readonly requestId: string;
}

interface SignedIn {
  readonly operator: Operator;
  readonly keyHash: string;
  /** The key of the operator that a code made; null where the operator existed, absent for a sign-in with a key. */
  readonly key?: string | null;
}

/** An operation without authentication, which begins a session. */
export interface SessionBeginning extends Omit<Operation, "run"> {
  /** The body was validated by the route's schema. */
  signIn(parts: SignInParts, body: never, at: At): Promise<SignedIn | Refused<AnyRefusal>>;
}

export const SignedInByCode = Type.Object({
  ...SessionShape.properties,
  key: textOrNull("Of the operator that was made; null where it existed before."),
});

/** The largest body that is parsed for a caller without a session. */
const signInLimitBytes = 4 * 1024;

const beginning = {
  method: "POST",
  writes: true,
  scope: "any",
  role: "viewer",
  appliesTo: "visible-accounts",
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
    body: jsonBody(
      { key: Type.String({ maxLength: 200, description: "The operator's key." }) },
      signInLimitBytes,
    ),
    answers: { 201: SessionShape },
    refusals: ["key-refused"],
    signIn: signInWithKey,
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
    body: jsonBody(
      {
        code: Type.String({ maxLength: 200, description: "What follows `#code=` in the link." }),
        name: Type.Optional(
          Type.String({
            maxLength: 64,
            description: `How the first operator is to be called; \`${firstAdminName}\` by default.`,
          }),
        ),
      },
      signInLimitBytes,
    ),
    answers: { 201: SignedInByCode },
    refusals: ["code-refused", "operator-name-malformed"],
    signIn: signInWithCode,
  },
];

/** Begins a browser's session and sets its cookie. A browser has one session: the one that its cookie named before ends. */
export async function beginSession(
  { sessions }: Pick<Store, "sessions">,
  { operator, holder }: { readonly operator: Operator; readonly holder: SessionHolder },
  request: FastifyRequest,
  reply: FastifyReply,
  now: number,
): Promise<Caller> {
  const earlier = await sessions.find(sessionSecretOf(request.headers) ?? "", now);
  if (earlier !== null) await sessions.end(earlier);
  const begun = await sessions.begin(holder, now);
  void reply.header("set-cookie", sessionCookie(begun, now, request.headers));
  const caller = {
    operator,
    session: openSession(begun.session, begun.secret),
    keyHash: "keyHash" in holder ? holder.keyHash : null,
  };
  request.facts.caller = caller;
  return caller;
}

async function signInWithKey(
  { store }: SignInParts,
  { key }: { readonly key: string },
  { now }: At,
): Promise<SignedIn | Refused<AnyRefusal>> {
  const operator = await checkKey(key, store, now);
  return isRefused<AnyRefusal>(operator) ? operator : { operator, keyHash: hashSecret(key) };
}

async function signInWithCode(
  parts: SignInParts,
  { code, name = firstAdminName }: { readonly code: string; readonly name?: string },
  at: At,
): Promise<SignedIn | Refused<AnyRefusal>> {
  const { codes, store } = parts;
  const answer = await codes.use(code, at.now, (meaning) => signInBy(store, meaning, name, at));
  return answer ?? codeRefused;
}

const codeRefused = { refused: { why: "code-refused" } } as const;

/** Signs in the operator whom the code names, or makes the first operator with this name. */
async function signInBy(
  store: SignInParts["store"],
  meaning: CodeMeaning,
  name: string,
  { now, requestId }: At,
): Promise<SignedIn | Refused<AnyRefusal>> {
  if (meaning.kind === "known") {
    const { keyHash } = meaning;
    const operator = await store.operators.findByKey(keyHash, now);
    return operator === null ? codeRefused : { operator, keyHash, key: null };
  }
  const audit = { actor: "sign-in link", now, requestId };
  const rights = {
    role: "admin",
    scopes: scopesOf("admin"),
    accounts: null,
    ...unlimited,
  } as const;
  const first = { name, ...rights };
  const issued = await issueOperator({ store }, audit, first, true);
  if (!isRefused<AnyRefusal>(issued)) {
    const { key, ...operator } = issued;
    return { operator, key, keyHash: hashSecret(key) };
  }
  // Another request or command has made the first operator meanwhile.
  return issued.refused.why === "operator-exists" ? codeRefused : issued;
}
