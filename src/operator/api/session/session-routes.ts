import { Type } from "typebox";
import { formatInstant, formatInstantOrNull } from "../../../domain/instant.ts";
import {
  listOf,
  textOrNull,
  time,
  timeOrNull,
  Uuid,
  type Sent,
} from "../../../operations/machinery/fields.ts";
import type { Operation } from "../../../operations/machinery/operation.ts";
import { operationsOf } from "../../../operations/machinery/operations-of.ts";
import { Operator, operatorToJson } from "../../../operations/access/operator-rights.ts";
import type { Store } from "../../../store/store.ts";
import type { ServedOrder, ServedParts } from "../served.ts";
import type { Session } from "../../../store/accounts/operator-sessions.ts";
import type { Caller } from "./authenticate.ts";
import { removedSessionCookie } from "./cookies.ts";

export const SessionShape = Type.Object({
  operator: Operator,
  csrf_token: textOrNull("For X-CSRF-Token in changes; null when it came with a key."),
  ends_at: timeOrNull("When the session ends."),
});

const SessionInList = Type.Object({
  session: Uuid,
  begun_at: time("When it began."),
  ends_at: time("When it ends at the latest; two hours without a request end it too."),
  current: Type.Boolean({ description: "Whether this request came in it." }),
});

const SessionOfOperator = Type.Object({
  ...SessionInList.properties,
  operator: Type.String({ description: "The name of the operator." }),
});

const route = operationsOf<ServedParts, ServedOrder>({
  tag: "Session",
  below: "/session",
  reach: "visible",
});

/** Sessions. Signing in needs no authentication and stands in `sign-in.ts`. */
export const sessionRoutes: readonly Operation[] = [
  route(
    {
      name: "showSession",
      method: "GET",
      scope: "any",
      summary: "Who is signed in, and the token that changes need.",
      answers: { 200: SessionShape },
    },
    async (_parts, caller) => ({ body: sessionToJson(caller) }),
  ),
  route(
    {
      name: "signOut",
      method: "DELETE",
      scope: "any",
      summary: "End the session; its cookie is good for nothing any more.",
      description:
        "Whoever signed in with the identity provider stays signed in there, until the browser opens " +
        "`/operator/v1/session/oidc/end`.",
      answers: { 204: null },
    },
    async ({ store }, { session, operator, headers, audit }) => {
      if (session !== null) {
        await store.sessions.end(session);
        const end = { operator: operator.name, session: session.id, signedOut: true };
        await store.operators.noteSessionEnd(audit, end);
      }
      const removed = { "set-cookie": removedSessionCookie(headers) };
      return { status: 204, body: null, headers: removed };
    },
  ),
  route(
    {
      name: "listSessions",
      method: "GET",
      path: "/all",
      scope: "any",
      summary: "The operator's own sessions, latest first.",
      answers: { 200: listOf(SessionInList) },
    },
    async ({ store }, { operator, session: current, audit }) => {
      const own = await store.sessions.list(audit.now, operator.id);
      return { body: { items: own.map((session) => inList(session, current)) } };
    },
  ),
  route(
    {
      name: "listSessionsOfAll",
      method: "GET",
      path: "/everybody",
      reach: "installation",
      scope: "operators",
      summary: "The sessions of all operators, latest first.",
      answers: { 200: listOf(SessionOfOperator) },
    },
    async ({ store }, { session: current, audit }) => {
      const nameOf = await readHolders(store);
      const all = await store.sessions.list(audit.now);
      return {
        body: {
          items: all.map((session) => ({
            ...inList(session, current),
            operator: nameOf(session),
          })),
        },
      };
    },
  ),
  route(
    {
      name: "endSession",
      method: "DELETE",
      path: "/all/{session}",
      scope: "any",
      summary: "End one of the operator's own sessions; admins of all accounts end anybody's.",
      params: { session: Uuid },
      answers: { 204: null },
      refusals: ["unknown-session"],
    },
    async ({ store }, { operator, params, audit }) => {
      const mayAny =
        operator.scopes.includes("operators") &&
        operator.accounts === null &&
        operator.interactions === null;
      const among = await store.sessions.list(audit.now, mayAny ? undefined : operator.id);
      const found = among.find(({ id }) => id === params.session);
      if (found === undefined) return { refused: { why: "unknown-session" } };
      await store.sessions.end(found);
      const nameOf = await readHolders(store);
      await store.operators.noteSessionEnd(audit, {
        operator: nameOf(found),
        session: found.id,
        signedOut: false,
      });
      return { status: 204, body: null };
    },
  ),
];

/** Returns the function that names the operator of a session. */
async function readHolders({ operators }: Pick<Store, "operators">) {
  const names = new Map((await operators.list()).map(({ id, name }) => [id, name]));
  return ({ holder }: Session): string =>
    "person" in holder ? holder.person.name : (names.get(holder.operatorId) ?? "");
}

function inList(session: Session, current: Session | null) {
  return {
    session: session.id,
    begun_at: formatInstant(session.begunAt),
    ends_at: formatInstant(session.endsAt),
    current: session.id === current?.id,
  };
}

/** The answer to signing in, and to `showSession`. */
export function sessionToJson({
  operator,
  session,
}: Pick<Caller, "operator" | "session">): Sent<typeof SessionShape> {
  return {
    operator: operatorToJson(operator),
    csrf_token: session?.csrfToken ?? null,
    ends_at: formatInstantOrNull(session?.endsAt ?? null),
  };
}
