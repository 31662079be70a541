import { Type } from "typebox";
import { formatInstantOrNull } from "../../../domain/instant.ts";
import { textOrNull, timeOrNull, type Sent } from "../../../operations/machinery/fields.ts";
import type { Operation } from "../../../operations/machinery/operation.ts";
import { operationsOf } from "../../../operations/machinery/operations-of.ts";
import { Operator, operatorToJson, Scope } from "../../../operations/access/operator-rights.ts";
import type { ServedOrder, ServedParts } from "../served.ts";
import type { Caller } from "./authenticate.ts";
import { removedSessionCookie } from "./cookies.ts";

export const SessionShape = Type.Object({
  operator: Operator,
  csrf_token: textOrNull("For X-CSRF-Token in changes; null when it came with a key."),
  ends_at: timeOrNull("When the session ends."),
  scopes: Type.Array(Scope, { description: "What the operator may do, those of its role." }),
});

const route = operationsOf<ServedParts, ServedOrder>({
  tag: "Session",
  below: "/session",
  appliesTo: "visible-accounts",
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
];

/** The answer to signing in, and to `showSession`. */
export function sessionToJson({
  operator,
  session,
}: Pick<Caller, "operator" | "session">): Sent<typeof SessionShape> {
  return {
    operator: operatorToJson(operator),
    scopes: operator.scopes,
    csrf_token: session?.csrfToken ?? null,
    ends_at: formatInstantOrNull(session?.endsAt ?? null),
  };
}
