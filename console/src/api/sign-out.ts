import { callApi } from "./call-api.ts";
import { places } from "./operations.ts";
import { ProblemError } from "./problem.ts";
import { currentSession } from "./session.ts";

/** Marks a session that this browser has left and that the service has not yet ended. */
const mark = "booking-console-sign-out-due";
const limitMs = 4_000;

/** A session's end names the session in a browser, which has one at a time. Neither is a secret. */
interface Left {
  readonly operator: string;
  readonly endsAt: string | null;
}

/** Leaves the session; false where its end is due, because the service does not answer. */
export async function signOut(): Promise<boolean> {
  const session = currentSession();
  if (session === null) return endDueSession();
  const left: Left = { operator: session.operator.name, endsAt: session.ends_at };
  // Before the request, so that a page that is closed meanwhile leaves the mark.
  localStorage.setItem(mark, JSON.stringify(left));
  // A desk that opened without a connection has no token.
  return session.csrf_token === null ? endDueSession() : end(left, session.csrf_token);
}

export function isEndDue(): boolean {
  return localStorage.getItem(mark) !== null;
}

/** Another session has taken the place of the one that was left: signing in ends what the cookie named. */
export function forgetDueEnd(): void {
  localStorage.removeItem(mark);
}

/** Ends the session that was left without an answer of the service; false where it does not answer yet. */
export async function endDueSession(): Promise<boolean> {
  const text = localStorage.getItem(mark);
  if (text === null) return true;
  const left = JSON.parse(text) as Left;
  try {
    const { body } = await callApi("showSession", {}, AbortSignal.timeout(limitMs));
    const isIt = body.operator.name === left.operator && body.ends_at === left.endsAt;
    if (isIt) return await end(left, body.csrf_token ?? "");
    forgetDueEnd();
    return true;
  } catch (error) {
    return error instanceof ProblemError && error.status === 401 && ended(left);
  }
}

/** The token is of the session that was left, so another that began meanwhile is not ended. */
async function end(left: Left, token: string): Promise<boolean> {
  const [method, path] = places.signOut;
  const headers = { "x-csrf-token": token };
  const signal = AbortSignal.timeout(limitMs);
  const answer = await fetch(path, { method, headers, signal }).catch(() => null);
  return (answer?.ok === true || answer?.status === 401) && ended(left);
}

/**
 * The session at the identity provider ends too, because on a shared tablet it would sign in the next
 * person.
 */
function ended({ operator }: Left): true {
  forgetDueEnd();
  if (operator.startsWith("oidc:")) window.location.assign("/operator/v1/session/oidc/end");
  return true;
}
