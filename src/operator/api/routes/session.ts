import { Type } from "typebox";
import { formatInstant } from "../../../domain/instant.ts";
import { firstAdminName } from "../../../usecases/operator/operators.ts";
import { operatorToJson } from "../../../usecases/operator/shapes/operator-to-json.ts";
import { route, type Route } from "../route.ts";
import { SessionShape } from "../schemas.ts";
import type { Session } from "../sessions.ts";
import type { Operator } from "../../../store/accounts/operators.ts";

const tag = "Session";

/** Signing in, which is not among these, since it comes before anybody is known: `sign-in.ts`. */
export const sessionRoutes: readonly Route[] = [
  route(
    {
      operation: "showSession",
      method: "GET",
      path: "/session",
      role: "viewer",
      scope: "visible",
      tag,
      summary: "Who is signed in, and the token that changes need.",
      answers: { 200: SessionShape },
    },
    async (_parts, { operator, session }) => ({ body: sessionToJson(operator, session) }),
  ),
  route(
    {
      operation: "signOut",
      method: "DELETE",
      path: "/session",
      role: "viewer",
      scope: "visible",
      tag,
      summary: "End the session; its cookie is good for nothing any more.",
      answers: { 204: null },
    },
    async ({ sessions }, { session }) => {
      if (session !== null) sessions.end(session);
      const headers = {
        "set-cookie": "booking_session=; Path=/operator/; Max-Age=0; HttpOnly; SameSite=Strict",
      };
      return { status: 204, body: null, headers };
    },
  ),
];

/** What signing in is told, and who asks later. */
export function sessionToJson(operator: Operator, session: Session | null): object {
  return {
    operator: operatorToJson(operator),
    csrf_token: session?.csrfToken ?? null,
    ends_at: session === null ? null : formatInstant(session.endsAt),
  };
}

export const SignIn = Type.Object(
  { key: Type.String({ maxLength: 200, description: "The operator's key." }) },
  { additionalProperties: false },
);

export const SignInByCode = Type.Object(
  {
    code: Type.String({ maxLength: 200, description: "What follows `#code=` in the link." }),
    name: Type.Optional(
      Type.String({
        maxLength: 64,
        description: `How the first operator is to be called; \`${firstAdminName}\` by default.`,
      }),
    ),
  },
  { additionalProperties: false },
);
