import type { Answer } from "./refusal-answer.ts";

/** Refusals of what may be done again later: 429 with `Retry-After`. */
export type TooManyRefusal =
  | { readonly why: "too-many-attempts"; readonly retryAfterSeconds: number }
  | { readonly why: "too-many-creations"; readonly retryAfterSeconds: number }
  | { readonly why: "too-many-requests"; readonly retryAfterSeconds: number }
  | { readonly why: "too-many-holds" }
  | { readonly why: "too-many-imports" }
  | { readonly why: "too-many-long-reads" }
  | { readonly why: "too-many-followers" };

export const tooManyAnswers: {
  readonly [W in TooManyRefusal["why"]]: Answer<Extract<TooManyRefusal, { why: W }>>;
} = {
  "too-many-attempts": {
    status: 429,
    title: "Too many attempts",
    what: ({ retryAfterSeconds }) =>
      `Too many requests without a good key came from this address: try again in ${retryAfterSeconds} s, ` +
      "or at once with a good key",
    headers: ({ retryAfterSeconds }) => ({ "retry-after": String(retryAfterSeconds) }),
  },
  "too-many-creations": {
    status: 429,
    title: "Too much is made at a time",
    what: ({ retryAfterSeconds }) =>
      "More is made than RATE_LIMIT_CREATIONS_PER_MINUTE allows one account or operator: " +
      `try again in ${retryAfterSeconds} s`,
    headers: ({ retryAfterSeconds }) => ({ "retry-after": String(retryAfterSeconds) }),
  },
  "too-many-requests": {
    status: 429,
    title: "Too many requests at once",
    what: ({ retryAfterSeconds }) =>
      "Requests of one key or account wait for one another, and this one has waited too long: " +
      `send fewer at once, and this one again in ${retryAfterSeconds} s`,
    headers: ({ retryAfterSeconds }) => ({
      "retry-after": String(retryAfterSeconds),
      connection: "close",
    }),
  },
  "too-many-holds": {
    status: 429,
    title: "Too many holds at a time",
    what: "More holds are made than RATE_LIMIT_HOLDS_PER_SECOND allows one key: try again in a second",
    headers: () => ({ "retry-after": "1" }),
  },
  "too-many-imports": {
    status: 429,
    title: "Too many imports at once",
    what: "Files of two accounts are imported at a time, and a second one of an account waits: wait until one of the running imports has ended",
    headers: () => ({ "retry-after": "5", connection: "close" }),
  },
  "too-many-long-reads": {
    status: 429,
    title: "Too many exports and verifications at once",
    what: "None of those that are running ended within ten seconds: wait until one has",
    headers: () => ({ "retry-after": "5" }),
  },
  "too-many-followers": {
    status: 429,
    title: "Too many requests wait for changes",
    what: "Ask without wait, or wait until one of them has ended",
    headers: () => ({ "retry-after": "5" }),
  },
};
