import type { SeatRefusal, TransitionRefusal } from "../../domain/refusal.ts";
import type { EditRefusal } from "../../usecases/operator/edit-catalogue.ts";
import type { ContactRefusal } from "../../usecases/operator/erase-contact.ts";
import type { OperatorRefusal } from "../../usecases/operator/operator-refusal.ts";

/** What goes wrong before a use case of the operator's is reached, or around it. */
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
  | { readonly why: "precondition-missing" }
  | { readonly why: "precondition-failed" }
  | { readonly why: "unknown-request" }
  | { readonly why: "unknown-import" }
  | { readonly why: "too-many-imports" }
  | { readonly why: "too-many-long-reads" }
  | { readonly why: "unavailable" };

export type AnyRefusal =
  | ApiRefusal
  | OperatorRefusal
  | TransitionRefusal
  | SeatRefusal
  | EditRefusal
  | ContactRefusal;

export type ProblemName = AnyRefusal["why"];

interface Problem<R> {
  readonly status: number;
  readonly title: string;
  /** What happened and what to do. It holds no value that the sender chose. */
  readonly detail: string | ((refusal: R) => string);
  readonly headers?: (refusal: R) => Record<string, string>;
  /** Members beyond those of RFC 9457. */
  readonly more?: (refusal: R) => object;
}

const unknownThing = { status: 404, title: "There is no such thing" } as const;
const conflict = { status: 409, title: "The state does not allow it" } as const;
const malformed = { status: 400, title: "The request is malformed" } as const;

const names = {
  interaction: "There is no campaign with this public key in the account.",
  activity: "The campaign has no such activity.",
  host: "The activity has no such host.",
  slot: "There is no slot at that time.",
  ticket_type: "The activity has no such ticket type.",
} as const;

/**
 * The one table of what the operator API says no with: the compiler completes it. What belongs to
 * another account is answered as what does not exist, so no answer here names an account.
 */
export const problems: {
  readonly [W in ProblemName]: Problem<Extract<AnyRefusal, { why: W }>>;
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
      `Too many wrong keys came from this address: try again in ${retryAfterSeconds} s.`,
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
  malformed: { ...malformed, detail: ({ field, expected }) => `${field}: ${expected}.` },
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
  "precondition-missing": {
    status: 428,
    title: "A precondition is needed",
    detail: "Send If-Match with the ETag you read, or If-None-Match: * for something new.",
  },
  "precondition-failed": {
    status: 412,
    title: "It was changed meanwhile",
    detail: "Something else stands there than what you saw: read it again, then repeat.",
  },
  "unknown-request": {
    ...unknownThing,
    detail:
      "No request with this id is recorded. Cancels, and refused calls with a good token, are; " +
      "lists that succeeded, 401 and 429 are in the log only.",
  },
  "unknown-import": {
    ...unknownThing,
    detail: "There is no such import: they are remembered until the process ends, 100 at the most.",
  },
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
  unavailable: {
    status: 503,
    title: "Temporarily unavailable",
    detail: "Try again in a moment. A change may have taken place: look before you repeat it.",
    headers: () => ({ "retry-after": "1" }),
  },
  "account-exists": { ...conflict, detail: "The account exists already." },
  "unknown-account": { ...unknownThing, detail: "There is no such account." },
  "host-taken": { ...conflict, detail: "The host belongs to another account already." },
  "host-not-of-account": { ...unknownThing, detail: "The account has no such API host." },
  "unknown-client": { ...unknownThing, detail: "The account has no such client." },
  "client-revoked": { ...conflict, detail: "The client is revoked: make a new one." },
  "two-secrets-live": {
    ...conflict,
    detail: ({ until }) =>
      `Two secrets are live until ${new Date(until).toISOString()}: wait, or end the old ones now.`,
  },
  "operator-name-malformed": {
    ...malformed,
    detail: "name: 1 to 64 letters, digits or . _ @ - are expected, the first a letter or a digit.",
  },
  "operator-exists": { ...conflict, detail: "There is an operator of this name: revoke it first." },
  "unknown-operator": { ...unknownThing, detail: "There is no such operator." },
  "unknown-booking": { ...unknownThing, detail: "The account has no such booking." },
  "booking-not-unique": { ...conflict, detail: "The booking exists in several accounts." },
  "ticket-already-cancelled": {
    ...conflict,
    detail: "The booking has no ticket left that is not cancelled.",
  },
  "attendee-checked-in": {
    ...conflict,
    detail: "An attendee has checked in: undo that first.",
  },
  "cancellation-closed": {
    ...conflict,
    detail: "The campaign's cut-off for cancelling has passed.",
  },
  "unknown-ticket": {
    ...unknownThing,
    detail: ({ tickets }) => `The booking's tickets are numbered 1 to ${tickets}.`,
  },
  "ticket-cancelled": { ...conflict, detail: ({ ticket }) => `Ticket ${ticket} is cancelled.` },
  "not-confirmed": {
    ...conflict,
    detail: ({ status }) => `The booking is ${status}: only a CONFIRMED one can be checked in.`,
  },
  "booking-malformed": { ...malformed, detail: "booking: a lower-case UUID is expected." },
  "idempotency-key-malformed": { ...malformed, detail: "The idempotency key is malformed." },
  "idempotency-key-reused": { ...conflict, detail: "The key was used for another booking." },
  "not-in-catalogue": { ...unknownThing, detail: ({ field }) => names[field] },
  "host-missing": {
    status: 422,
    title: "A host is missing",
    detail: "The activity offers a choice of hosts: name one.",
  },
  "host-not-offered": {
    status: 422,
    title: "No host can be chosen",
    detail: "The activity offers no choice of hosts: leave host out.",
  },
  "value-malformed": {
    ...malformed,
    detail: ({ field, expected }) => `${field}: ${expected} is expected.`,
  },
  "not-waitlisted": {
    ...conflict,
    detail: ({ status }) => `The booking is ${status}: only one on the waitlist can be promoted.`,
  },
  "no-live-ticket": {
    ...conflict,
    detail: "All tickets of the booking are cancelled: it waits for nothing.",
  },
  "not-first": {
    ...conflict,
    detail: "Another booking is first on the waitlist: promote that one, or send overtake.",
    more: ({ first }) => ({ first }),
  },
  "seats-missing": {
    ...conflict,
    detail: ({ needs, free }) =>
      `It needs ${needs} seats and ${free} are free: raise the capacity, or wait for a cancel.`,
    more: ({ needs, free }) => ({ seats_needed: needs, seats_free: free }),
  },
  "slot-changed": {
    status: 412,
    title: "It was changed meanwhile",
    detail: "The slot has another capacity than the one you saw: read it again, then repeat.",
  },
  "capacity-below-taken": {
    ...conflict,
    detail: ({ taken }) =>
      `${taken} seats are taken: choose at least that, cancel bookings first, or send overbook.`,
    more: ({ taken }) => ({ taken }),
  },
  "changed-meanwhile": {
    status: 412,
    title: "It was changed meanwhile",
    detail: "Something else stands there than what you saw: read it again, then repeat.",
    more: ({ edit, current }) => ({ edit, current }),
  },
  "nothing-to-remove": { ...unknownThing, detail: "There is no such thing in the catalogue." },
  "in-use": {
    ...conflict,
    detail: ({ by }) =>
      by === "booking"
        ? "There are still bookings of it, cancelled ones included: it has to stay. To have it " +
          "booked no more, remove its other slots, and lower the booked ones to what is taken."
        : `There are still ${by}s of it: remove these first.`,
  },
  "not-empty": {
    ...conflict,
    detail: ({ with: part }) =>
      `There is still ${part === "activity" ? "an activity" : `a ${part}`} of it: remove these ` +
      "first, or send with=everything-unbooked.",
    more: ({ with: part }) => ({ with: part }),
  },
  "last-activity": {
    ...conflict,
    detail: "A campaign has at least one activity: add another first, or remove the campaign.",
  },
  "edits-bad": {
    status: 422,
    title: "It does not fit the catalogue",
    detail: "Nothing was changed: errors tells what was expected where.",
    more: ({ errors }) => ({ errors }),
  },
  "unknown-contact": { ...unknownThing, detail: "The account has no such contact." },
  "contact-has-upcoming": {
    ...conflict,
    detail: ({ bookings }) =>
      `The contact has ${bookings} bookings to come: say with upcoming whether to cancel or keep them.`,
    more: ({ bookings }) => ({ bookings }),
  },
};

export interface RenderedProblem {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: object;
}

/** A refusal as problem+json (RFC 9457). */
export function renderProblem(refusal: AnyRefusal, requestId: string): RenderedProblem {
  const problem = problems[refusal.why] as Problem<AnyRefusal>;
  const { status, title, detail } = problem;
  return {
    status,
    headers: problem.headers?.(refusal) ?? {},
    body: {
      type: `urn:booking-service:problem:${refusal.why}`,
      title,
      status,
      detail: typeof detail === "string" ? detail : detail(refusal),
      request_id: requestId,
      ...problem.more?.(refusal),
    },
  };
}
