import { routesOf, type Route } from "../route.ts";
import { SessionShape } from "./session-schema.ts";
import { sessionToJson } from "./session-to-json.ts";

const route = routesOf({ tag: "Session", below: "/session", scope: "visible" });

/** Sessions. Signing in needs no authentication and stands in `sign-in.ts`. */
export const sessionRoutes: readonly Route[] = [
  route(
    {
      operation: "showSession",
      method: "GET",
      role: "viewer",
      summary: "Who is signed in, and the token that changes need.",
      answers: { 200: SessionShape },
    },
    async (_parts, { operator, session }) => ({ body: sessionToJson(operator, session) }),
  ),
  route(
    {
      operation: "signOut",
      method: "DELETE",
      role: "viewer",
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
