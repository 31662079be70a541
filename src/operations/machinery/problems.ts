import { Type } from "typebox";
import type { OperatorScope } from "../../domain/operator.ts";
import { RequestIdHeader } from "../../../contract/headers.ts";
import {
  changed,
  conflict,
  malformed,
  sentenceOf,
  unknownThing,
  type Answer,
  type Face,
} from "./refusal-answer.ts";
import { tooManyAnswers, type TooManyRefusal } from "./too-many.ts";
import { useCaseAnswers, type UseCaseRefusal } from "./refusals.ts";

/** Refusals before an operator's use case is reached, or around it. */
export type ApiRefusal =
  | TooManyRefusal
  | { readonly why: "key-missing" }
  | { readonly why: "key-refused" }
  | { readonly why: "code-refused" }
  | { readonly why: "forged" }
  | { readonly why: "role-too-low" }
  | { readonly why: "scope-missing"; readonly scope: OperatorScope | "any" }
  | { readonly why: "not-for-all-accounts" }
  | { readonly why: "not-for-all-campaigns" }
  | { readonly why: "more-than-own"; readonly what: string }
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
  | { readonly why: "import-forgotten" }
  | { readonly why: "secret-shown-once"; readonly made: string }
  | { readonly why: "answer-not-kept" }
  | { readonly why: "account-open" }
  | { readonly why: "account-being-deleted" }
  | { readonly why: "unknown-session" }
  | { readonly why: "unknown-webhook" }
  | { readonly why: "unknown-delivery" }
  | { readonly why: "webhook-not-active" }
  | { readonly why: "webhook-key-missing" }
  | { readonly why: "no-temporary-space" }
  | { readonly why: "unavailable" };

export type AnyRefusal = ApiRefusal | UseCaseRefusal;

export type ProblemName = AnyRefusal["why"];

const apiAnswers: {
  readonly [W in ApiRefusal["why"]]: Answer<Extract<ApiRefusal, { why: W }>>;
} = {
  ...tooManyAnswers,
  "key-missing": {
    status: 401,
    title: "Not signed in",
    what: "Send Authorization: Bearer KEY with an operator's key, or sign in for a session",
    headers: () => ({ "www-authenticate": "Bearer" }),
  },
  "key-refused": {
    status: 401,
    title: "The key or session is not good",
    what: "The key is wrong or revoked, or the session has ended: sign in again",
    headers: () => ({ "www-authenticate": 'Bearer error="invalid_token"' }),
  },
  "code-refused": {
    status: 401,
    title: "The link is not good any more",
    what:
      "A sign-in link works once, for 15 minutes, and until the service ends. Sign in with a key; " +
      "`booking operator create NAME --role admin` makes one",
    headers: () => ({ "www-authenticate": "Bearer" }),
  },
  forged: {
    status: 403,
    title: "The request could be forged",
    what:
      "A change in a session needs its token in the X-CSRF-Token header, and must come from this " +
      "site: GET /operator/v1/session tells the token",
  },
  "role-too-low": {
    status: 403,
    title: "The role does not allow it",
    what: "This operator's role does not allow it: ask an admin",
  },
  "scope-missing": {
    status: 403,
    title: "The scope is missing",
    what: ({ scope }) =>
      `It needs the scope ${scope}, which this operator does not have: ask an admin`,
  },
  "not-for-all-campaigns": {
    status: 403,
    title: "It concerns a whole account",
    what: "This operator is limited to campaigns, and it concerns more than these: ask an admin",
  },
  "more-than-own": {
    status: 403,
    title: "Nobody gives what they do not hold",
    what: ({ what }) => `This operator does not have ${what}, and so cannot give it`,
  },
  "not-for-all-accounts": {
    status: 403,
    title: "It concerns the whole installation",
    what: "Only an admin of all accounts may do this: ask one",
  },
  "not-found": {
    status: 404,
    title: "There is no such path",
    what: "Check path and method against /operator/v1/openapi.json",
  },
  "method-not-allowed": {
    status: 405,
    title: "The path has other methods",
    what: ({ allow }) => `Use ${allow} here`,
    headers: ({ allow }) => ({ allow }),
  },
  malformed: { ...malformed, what: ({ field, expected }) => `${field} ${expected}` },
  "media-type": {
    status: 415,
    title: "The body has another type",
    what: ({ expected }) => `Send the body with Content-Type: ${expected}`,
  },
  "body-too-large": {
    status: 413,
    title: "The body is too large",
    what: ({ limitBytes }) => `A body may have ${limitBytes} bytes here`,
    headers: () => ({ connection: "close" }),
  },
  "request-too-slow": {
    status: 408,
    title: "The body arrives too slowly",
    what: "A body of JSON has ten seconds to arrive; an upload brings 64 KiB in each ten seconds",
    headers: () => ({ connection: "close" }),
  },
  "precondition-missing": {
    status: 428,
    title: "A precondition is needed",
    what: "Send If-Match with the ETag you read, or If-None-Match: * for something new",
  },
  "precondition-failed": {
    ...changed,
    what: "Something else stands there than what you saw: read it again, then repeat",
  },
  "unknown-import": {
    ...unknownThing,
    what: "There is no such import: the last 100 of an account are remembered for 30 days",
  },
  "no-skipped-lines": {
    ...unknownThing,
    what:
      "The import left no line out, has not ended, or its lines are kept no more (seven days, of the last ten imports, " +
      "up to 32 MB, until a contact that they name is erased): import the file again",
  },
  "import-forgotten": {
    ...conflict,
    what:
      "The file was sent under this key before, and its import is not remembered: the audit log says " +
      "whether it is imported, and a new key imports it again",
  },
  "secret-shown-once": {
    ...conflict,
    more: ({ made }) => ({ made }),
    what: ({ made }) =>
      `It was done under this key, and made ${made}, whose secret is not shown again: where it did not arrive, ` +
      "rotate or revoke it",
  },
  "answer-not-kept": {
    ...conflict,
    what: "It was done under this key, and its answer is not known any more: look at what there is now",
  },
  "account-open": {
    ...conflict,
    what: "Only a closed account can be deleted",
    inApi: "close it first",
    inCommand: "close it first with `booking account close ACCOUNT`",
  },
  "account-being-deleted": {
    ...conflict,
    what: "The account is being deleted: nothing is written to it. Go on with the deletion, or give it an API host, an endpoint or a client again",
  },
  "unknown-session": { ...unknownThing, what: "The operator has no such session" },
  "unknown-webhook": {
    ...unknownThing,
    what: "There is no such webhook",
    inCommand: "`booking webhook list ACCOUNT` shows them",
  },
  "unknown-delivery": {
    ...unknownThing,
    what: "The webhook has no such delivery, or it was delivered or given up",
    inCommand: "`booking webhook deliveries ID` shows them",
  },
  "webhook-not-active": {
    ...conflict,
    what: "The webhook is not active",
    inApi: "resume it first",
    inCommand: "`booking webhook resume ID` comes first",
  },
  "webhook-key-missing": {
    ...conflict,
    what: "Webhooks' secrets cannot be stored without WEBHOOK_SECRET_KEY, 32 bytes in base64: set it and start again",
  },
  "no-temporary-space": {
    status: 507,
    title: "No room for a temporary file",
    what:
      "The service's folder for temporary files (TMPDIR) is full or cannot be written, and nothing was imported: " +
      "`booking doctor` names it",
  },
  unavailable: {
    status: 503,
    title: "Temporarily unavailable",
    what: "Try again in a moment. A change may have taken place: look before you repeat it",
    headers: () => ({ "retry-after": "1" }),
  },
};

/** The status of each refusal: one table, which the compiler completes. */
export const problems: Readonly<Record<ProblemName, { readonly status: number }>> = {
  ...apiAnswers,
  ...useCaseAnswers,
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
 * exist; only the sentences for a command (`named`) name accounts, those that its operator may see.
 */
export function renderProblem(
  refusal: AnyRefusal,
  requestId: string,
  face: Face = "api",
): RenderedProblem {
  const { status, title, headers, more } = problems[refusal.why] as Answer<AnyRefusal>;
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
  return sentenceOf(problems[refusal.why] as Answer<AnyRefusal>, refusal, face);
}
