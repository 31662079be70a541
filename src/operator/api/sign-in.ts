import { isRefused, type Refused } from "../../domain/refusal.ts";
import { hashSecret } from "../../domain/secret.ts";
import type { IncomingMessage } from "node:http";
import { comesFromElsewhere, type Authenticator } from "./authenticate.ts";
import { checkAgainst } from "./check.ts";
import type { ApiRefusal } from "./problems.ts";
import { jsonLimitBytes, nothing, type Reply, type Route } from "./route.ts";
import { SessionShape } from "./schemas.ts";
import { sessionToJson, SignIn } from "./routes/session.ts";
import { sessionCookie } from "./session-cookie.ts";
import type { Sessions } from "./sessions.ts";

/** The one operation that needs no key or session before, since it begins one. */
export const signInRoute: Omit<Route, "handle"> = {
  operation: "signIn",
  method: "POST",
  path: "/session",
  role: "viewer",
  scope: "visible",
  tag: "Session",
  summary: "Exchange a key for a session: an HttpOnly cookie, and the token that changes need.",
  params: nothing,
  query: nothing,
  body: { type: "application/json", schema: SignIn, limitBytes: jsonLimitBytes },
  answers: { 201: SessionShape },
  refusals: [],
};

/** Begins a session for whoever knows a key. Another site cannot sign a browser in. */
export async function signIn(
  parts: { readonly authenticator: Authenticator; readonly sessions: Sessions },
  request: IncomingMessage,
  body: unknown,
  { address, now }: { readonly address: string; readonly now: number },
): Promise<Reply | Refused<ApiRefusal>> {
  if (comesFromElsewhere(request)) return { refused: { why: "forged" } };
  checkAgainst(SignIn, body, "the body");
  const { key } = body as { readonly key: string };
  const operator = await parts.authenticator.checkKey(key, address, now);
  if (isRefused<ApiRefusal>(operator)) return operator;
  const { id, session } = parts.sessions.begin(hashSecret(key), now);
  const seconds = Math.floor((session.endsAt - now) / 1000);
  return {
    status: 201,
    body: sessionToJson(operator, session),
    headers: { "set-cookie": sessionCookie(id, seconds, request.headers) },
  };
}
