import { Type } from "typebox";
import { RequestIdHeader } from "../../contract/headers.ts";
import {
  refusalSentence,
  type Face,
  type UseCaseRefusal,
} from "../usecases/operator/refusal-sentences.ts";

/** Refusals before an operator's use case is reached, or around it. */
export type ApiRefusal =
  | { readonly why: "key-missing" }
  | { readonly why: "key-refused" }
  | { readonly why: "code-refused" }
  | { readonly why: "too-many-attempts"; readonly retryAfterSeconds: number }
  | { readonly why: "forged" }
  | { readonly why: "role-too-low" }
  | { readonly why: "not-for-all-accounts" }
  | { readonly why: "not-found" }
  | { readonly why: "method-not-allowed"; readonly allow: string }
  | { readonly why: "malformed"; readonly field: string; readonly expected: string }
  | { readonly why: "media-type"; readonly expected: string }
  | { readonly why: "body-too-large"; readonly limitBytes: number }
  | { readonly why: "request-too-slow" }
  | { readonly why: "precondition-missing" }
  | { readonly why: "precondition-failed" }
  | { readonly why: "unknown-import" }
  | { readonly why: "no-skipped-lines" }
  | { readonly why: "unknown-session" }
  | { readonly why: "too-many-imports" }
  | { readonly why: "too-many-long-reads" }
  | { readonly why: "too-many-followers" }
  | { readonly why: "unavailable" };

export type AnyRefusal = ApiRefusal | UseCaseRefusal;

export type ProblemName = AnyRefusal["why"];

interface ProblemOf<R> {
  readonly status: number;
  readonly title: string;
  readonly headers?: (refusal: R) => Record<string, string>;
  /** Members beyond those of RFC 9457. */
  readonly more?: (refusal: R) => object;
}

interface ApiProblem<R> extends ProblemOf<R> {
  /** The text says what happened and what to do. It holds no value that the sender chose. */
  readonly detail: string | ((refusal: R) => string);
}

const unknownThing = { status: 404, title: "There is no such thing" } as const;
const conflict = { status: 409, title: "The state does not allow it" } as const;
const malformed = { status: 400, title: "The request is malformed" } as const;
const changed = { status: 412, title: "It was changed meanwhile" } as const;

const apiProblems: {
  readonly [W in ApiRefusal["why"]]: ApiProblem<Extract<ApiRefusal, { why: W }>>;
} = {
  "key-missing": {
    status: 401,
    title: "Not signed in",
    detail: "Send Authorization: Bearer KEY with an operator's key, or sign in for a session.",
    headers: () => ({ "www-authenticate": "Bearer" }),
  },
  "key-refused": {
    status: 401,
    title: "The key or session is not good",
    detail: "The key is wrong or revoked, or the session has ended: sign in again.",
    headers: () => ({ "www-authenticate": 'Bearer error="invalid_token"' }),
  },
  "code-refused": {
    status: 401,
    title: "The link is not good any more",
    detail:
      "A sign-in link works once, for 15 minutes, and until the service ends. Sign in with a key; " +
      "`booking operator create NAME --role admin` makes one.",
    headers: () => ({ "www-authenticate": "Bearer" }),
  },
  "too-many-attempts": {
    status: 429,
    title: "Too many attempts",
    detail: ({ retryAfterSeconds }) =>
      `Too many requests without a good key came from this address: try again in ${retryAfterSeconds} s, ` +
      "or at once with a good key.",
    headers: ({ retryAfterSeconds }) => ({ "retry-after": String(retryAfterSeconds) }),
  },
  forged: {
    status: 403,
    title: "The request could be forged",
    detail:
      "A change in a session needs its token in the X-CSRF-Token header, and must come from this " +
      "site: GET /operator/v1/session tells the token.",
  },
  "role-too-low": {
    status: 403,
    title: "The role does not allow it",
    detail: "This operator's role does not allow it: ask an admin.",
  },
  "not-for-all-accounts": {
    status: 403,
    title: "It concerns the whole installation",
    detail: "Only an admin of all accounts may do this: ask one.",
  },
  "not-found": {
    status: 404,
    title: "There is no such path",
    detail: "Check path and method against /operator/v1/openapi.json.",
  },
  "method-not-allowed": {
    status: 405,
    title: "The path has other methods",
    detail: ({ allow }) => `Use ${allow} here.`,
    headers: ({ allow }) => ({ allow }),
  },
  malformed: { ...malformed, detail: ({ field, expected }) => `${field} ${expected}.` },
  "media-type": {
    status: 415,
    title: "The body has another type",
    detail: ({ expected }) => `Send the body with Content-Type: ${expected}.`,
  },
  "body-too-large": {
    status: 413,
    title: "The body is too large",
    detail: ({ limitBytes }) => `A body may have ${limitBytes} bytes here.`,
    headers: () => ({ connection: "close" }),
  },
  "request-too-slow": {
    status: 408,
    title: "The body arrives too slowly",
    detail:
      "A body of JSON has ten seconds to arrive; an upload brings 64 KiB in each ten seconds.",
    headers: () => ({ connection: "close" }),
  },
  "precondition-missing": {
    status: 428,
    title: "A precondition is needed",
    detail: "Send If-Match with the ETag you read, or If-None-Match: * for something new.",
  },
  "precondition-failed": {
    ...changed,
    detail: "Something else stands there than what you saw: read it again, then repeat.",
  },
  "unknown-import": {
    ...unknownThing,
    detail: "There is no such import: they are remembered until the process ends, 100 at the most.",
  },
  "no-skipped-lines": {
    ...unknownThing,
    detail:
      "The import left no line out, or has not ended, or ten newer ones have: import the file again.",
  },
  "unknown-session": { ...unknownThing, detail: "The operator has no such session." },
  "too-many-imports": {
    status: 429,
    title: "Too many imports at once",
    detail: "Wait until one of the running imports has ended.",
    headers: () => ({ "retry-after": "5", connection: "close" }),
  },
  "too-many-long-reads": {
    status: 429,
    title: "Too many exports and verifications at once",
    detail: "Wait until one of those that are running has ended.",
    headers: () => ({ "retry-after": "5" }),
  },
  "too-many-followers": {
    status: 429,
    title: "Too many requests wait for changes",
    detail: "Ask without wait, or wait until one of them has ended.",
    headers: () => ({ "retry-after": "5" }),
  },
  unavailable: {
    status: 503,
    title: "Temporarily unavailable",
    detail: "Try again in a moment. A change may have taken place: look before you repeat it.",
    headers: () => ({ "retry-after": "1" }),
  },
};

/** Refusals of the use cases, with the sentences of the command line. */
const useCaseProblems: {
  readonly [W in UseCaseRefusal["why"]]: ProblemOf<Extract<UseCaseRefusal, { why: W }>>;
} = {
  "account-exists": conflict,
  "unknown-account": unknownThing,
  "host-taken": conflict,
  "host-not-of-account": unknownThing,
  "unknown-client": unknownThing,
  "client-revoked": conflict,
  "two-secrets-live": conflict,
  "operator-name-malformed": malformed,
  "operator-exists": conflict,
  "unknown-operator": unknownThing,
  "unknown-booking": unknownThing,
  "booking-not-unique": conflict,
  "ticket-already-cancelled": conflict,
  "attendee-checked-in": conflict,
  "cancellation-closed": conflict,
  "unknown-ticket": unknownThing,
  "ticket-cancelled": conflict,
  "not-confirmed": conflict,
  "booking-malformed": malformed,
  "idempotency-key-malformed": malformed,
  "idempotency-key-reused": conflict,
  "not-in-catalogue": unknownThing,
  "host-missing": { status: 422, title: "A host is missing" },
  "host-not-offered": { status: 422, title: "No host can be chosen" },
  "value-malformed": malformed,
  "not-waitlisted": conflict,
  "no-live-ticket": conflict,
  "not-first": { ...conflict, more: ({ first }) => ({ first }) },
  "seats-missing": {
    ...conflict,
    more: ({ needs, free }) => ({ seats_needed: needs, seats_free: free }),
  },
  "attendees-checked-in": conflict,
  "slot-changed": changed,
  "capacity-below-taken": { ...conflict, more: ({ taken }) => ({ taken }) },
  "changed-meanwhile": { ...changed, more: ({ edit, current }) => ({ edit, current }) },
  "nothing-to-remove": unknownThing,
  "unknown-request": unknownThing,
  "in-use": conflict,
  "not-empty": { ...conflict, more: ({ with: part }) => ({ with: part }) },
  "last-activity": conflict,
  "edits-bad": {
    status: 422,
    title: "It does not fit the catalogue",
    more: ({ errors }) => ({ errors }),
  },
  "unknown-contact": unknownThing,
  "cursor-not-kept": {
    status: 410,
    title: "The cursor is too old",
    more: ({ cursor }) => ({ cursor }),
  },
  "contact-has-upcoming": { ...conflict, more: ({ bookings }) => ({ bookings }) },
};

/** The status of each refusal: one table, which the compiler completes. */
export const problems: Readonly<Record<ProblemName, { readonly status: number }>> = {
  ...apiProblems,
  ...useCaseProblems,
};

export const Problem = Type.Object(
  {
    type: Type.String({ description: "A URN that ends in the problem's name." }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: "What happened, and what to do." }),
    request_id: RequestIdHeader,
  },
  { description: "RFC 9457. Some problems have members of their own." },
);

export interface RenderedProblem {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: object;
}

/**
 * A refusal as problem+json (RFC 9457). Another account's data is answered like data that does not
 * exist, so no answer names an account.
 */
export function renderProblem(
  refusal: AnyRefusal,
  requestId: string,
  face: Face = "api",
): RenderedProblem {
  const { status, title, headers, more } = problems[refusal.why] as ProblemOf<AnyRefusal>;
  return {
    status,
    headers: headers?.(refusal) ?? {},
    body: {
      type: `urn:booking-service:problem:${refusal.why}`,
      title,
      status,
      detail: refusalText(refusal, face),
      request_id: requestId,
      ...more?.(refusal),
    },
  };
}

/** The sentence of any refusal: what happened and what to do. */
export function refusalText(refusal: AnyRefusal, face: Face): string {
  if (!(refusal.why in apiProblems)) return refusalSentence(refusal as UseCaseRefusal, face);
  const { detail } = apiProblems[refusal.why as ApiRefusal["why"]] as ApiProblem<AnyRefusal>;
  return typeof detail === "string" ? detail : detail(refusal);
}
