import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ClaimedPerson } from "../../../store/doors/access.ts";
import type { Store } from "../../../store/store.ts";
import { refuse } from "../request/wire.ts";
import { operatorOf } from "../session/person.ts";
import { beginSession } from "../session/sign-in.ts";
import type { LookUps } from "../../../outgoing/look-ups/look-ups.ts";
import type { FailedRequests } from "../state/failed-requests.ts";
import { attemptCookie, attemptOf, removedAttemptCookie } from "./attempt-cookie.ts";
import {
  IdentityProvider,
  ProviderUnavailable,
  SignInRefused,
  signedOutPath,
  type OidcSettings,
} from "./identity-provider.ts";
import { personOf } from "./person-of-claims.ts";

export interface OidcParts {
  /** Null where only keys sign in. */
  readonly oidc: OidcSettings | null;
  readonly lookUps: LookUps;
  readonly store: Pick<Store, "accounts" | "operators" | "sessions">;
  readonly failed: FailedRequests;
  now(): number;
  addressOf(request: FastifyRequest["raw"]): string;
  /** Called with the reason, in a word or two, for the log. */
  reportSignIn(reason: string, requestId: string): void;
}

/** Why a browser is back at the console without a session; the console has a sentence for each. */
type Failure = "unavailable" | "refused" | "no-role" | "expired";

/**
 * Signing in with an identity provider, for browsers: they leave for the provider by `/session/oidc` and
 * come back to `/session/oidc/callback`. A browser whose session here has ended signs out there by
 * `/session/oidc/end`. All three send the browser on; a body has only the problem of an address that fails too often, or
 * of a fault.
 */
export function serveOidc(scope: FastifyInstance, parts: OidcParts): void {
  const { oidc } = parts;
  scope.get("/session/ways", { config: { endpoint: "signInWays" } }, async () => ({
    provider: oidc === null ? null : new URL(oidc.issuer).host,
  }));
  if (oidc === null) return;
  const provider = new IdentityProvider(oidc, parts.lookUps.of("identity provider"));
  // A cookie of an attempt is signed by this key, and so ends with the process.
  const key = randomBytes(32);

  scope.get(
    "/session/oidc",
    { config: { endpoint: "signInWithProvider" } },
    async (request, reply) => {
      try {
        const { url, attempt } = await provider.begin(wayBack(request.query), parts.now());
        return reply
          .header("set-cookie", attemptCookie(attempt, key, request.headers))
          .redirect(url, 303);
      } catch (error) {
        return fail(parts, request, reply, failureOf(error, parts, request.id));
      }
    },
  );

  scope.get(
    "/session/oidc/callback",
    { config: { endpoint: "signedInWithProvider" } },
    async (request, reply) => {
      void reply.header("set-cookie", removedAttemptCookie(request.headers));
      const attempt = attemptOf(request.headers, key, parts.now());
      if (attempt === null) return fail(parts, request, reply, "expired");
      // An address with too many failures gets no request to the provider, of which only a few are open at a time.
      const hasFailedOften = parts.failed.isPast(parts.addressOf(request.raw));
      if (hasFailedOften) return fail(parts, request, reply, "refused");
      try {
        const [, query = ""] = request.url.split("?", 2);
        const person = personOf(await provider.finish(query, attempt), oidc, parts.now());
        const isSignedIn = await signIn(parts, request, reply, person);
        if (!isSignedIn) return await fail(parts, request, reply, "no-role");
        return await reply.redirect(attempt.from, 303);
      } catch (error) {
        return fail(parts, request, reply, failureOf(error, parts, request.id));
      }
    },
  );

  scope.get(
    "/session/oidc/end",
    { config: { endpoint: "signOutWithProvider" } },
    async (request, reply) => {
      try {
        return await reply.redirect((await provider.signOutUrl()) ?? signedOutPath, 303);
      } catch (error) {
        return fail(parts, request, reply, failureOf(error, parts, request.id));
      }
    },
  );
}

/** Begins a session; false for a person to whom the settings give no rights. */
async function signIn(
  { store, oidc, ...parts }: OidcParts,
  request: FastifyRequest,
  reply: FastifyReply,
  person: ClaimedPerson,
): Promise<boolean> {
  const at = parts.now();
  const operator = await operatorOf(person, oidc, store, at);
  if (operator === null) return false;
  const audit = { actor: `operator: ${operator.name}`, now: at, requestId: request.id };
  await store.operators.noteSignIn(audit, operator, person.subject);
  await beginSession(store, { operator, holder: { person } }, request, reply, at);
  return true;
}

/** Sends the browser to the console's sign-in page. Every failure is counted by its address (B94). */
async function fail(
  parts: OidcParts,
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Failure,
): Promise<FastifyReply> {
  const retryAfterSeconds = await parts.failed.count(parts.addressOf(request.raw));
  return retryAfterSeconds === null
    ? reply.redirect(`/sign-in?provider=${failure}`, 303)
    : refuse(request, reply, { why: "too-many-attempts", retryAfterSeconds });
}

function failureOf(error: unknown, parts: OidcParts, requestId: string): Failure {
  const isKnown = error instanceof ProviderUnavailable || error instanceof SignInRefused;
  if (!isKnown) throw error;
  parts.reportSignIn(`${error.name}: ${error.message}`, requestId);
  return error instanceof ProviderUnavailable ? "unavailable" : "refused";
}

/** The console's page that the browser came from; only a path of this site counts. */
function wayBack(query: unknown): string {
  const { from } = query as Readonly<Record<string, unknown>>;
  return typeof from === "string" && /^\/(?![/\\])[\x21-\x7e]{0,500}$/.test(from) ? from : "/";
}
