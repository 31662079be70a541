import {
  accountLimits,
  limitSentence,
  type AccountLimitReached,
} from "../../domain/account-limits.ts";
import { formatAccountName } from "../../domain/account.ts";
import { counted, badLineText } from "../../domain/wording.ts";
import type { BadLine } from "../../domain/data-file/data-line.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { CatalogueRefusal } from "../../store/doors/catalogue.ts";
import type { RemovalRefusal } from "../../domain/catalogue/decide-record.ts";
import type {
  DetailsRefusal,
  ErasureRefusal,
  MergeRefusal,
  SeatRefusal,
  TransitionRefusal,
} from "../../domain/refusal.ts";
import type { ChangesRefusal } from "../../store/doors/changes.ts";
import type { OperatorRefusal } from "../../usecases/operator/identify-account.ts";
import { changed, conflict, malformed, unknownThing, type Answer } from "./refusal-answer.ts";
import { seatAnswers } from "./seat-refusals.ts";

/** The refusal of edits; `line` is the number of the edit, from 1. */
export type EditRefusal =
  | AccountLimitReached
  | CatalogueRefusal
  | RemovalRefusal
  | { readonly why: "edits-bad"; readonly errors: readonly BadLine[] };

/** What an operation refuses that was understood and allowed, over the operator API and on the command line. */
export type UseCaseRefusal =
  | OperatorRefusal
  | TransitionRefusal
  | SeatRefusal
  | EditRefusal
  | MergeRefusal
  | DetailsRefusal
  | Exclude<ErasureRefusal, TransitionRefusal>
  | ChangesRefusal;

/** The answer to each refusal; the compiler completes the table. */
export const useCaseAnswers: {
  readonly [W in UseCaseRefusal["why"]]: Answer<Extract<UseCaseRefusal, { why: W }>>;
} = {
  "account-exists": {
    ...conflict,
    what: "The account exists already",
    named: ({ account }) => `The account ${formatAccountName(account)} exists already`,
  },
  "unknown-account": {
    ...unknownThing,
    what: "There is no such account",
    named: ({ account }) => `There is no account ${formatAccountName(account)}`,
    inCommand: "`booking account list` shows those there are",
  },
  "host-taken": {
    ...conflict,
    what: "The host belongs to another account already",
    named: ({ host, owner }) => `The API host ${host} belongs to ${formatAccountName(owner)}`,
    inCommand: "a host belongs to one account only",
  },
  "account-limit-reached": {
    ...conflict,
    more: ({ of, most }) => ({ limit: accountLimits[of].variable, most }),
    what: limitSentence,
  },
  "host-not-of-account": {
    ...unknownThing,
    what: "The account has no such API host",
    named: ({ host, account }) => `${host} is no API host of ${formatAccountName(account)}`,
    inCommand: "`booking account show ACCOUNT` names them",
  },
  "booking-not-unique": {
    ...conflict,
    what: "The booking exists in several accounts",
    named: ({ accounts }) =>
      `The booking exists in ${accounts.map(formatAccountName).join(" and ")}`,
    inCommand: "say which with --account",
  },
  "unknown-client": {
    ...unknownThing,
    what: "There is no such client",
    inCommand: "`booking credential list ACCOUNT` shows them",
  },
  "client-revoked": {
    ...conflict,
    what: "The client is revoked",
    inApi: "make a new one",
    inCommand: "make a new one with `booking credential create`",
  },
  "two-secrets-live": {
    ...conflict,
    what: ({ until }) => `Two secrets of the client are live until ${formatInstant(until)}`,
    inApi: "wait until then, or end the old ones at once with overlap_seconds 0",
    inConsole: "wait until then, or end the old ones at once",
    inCommand: "wait until then, or end the old ones at once with --now",
  },
  "operator-name-malformed": {
    ...malformed,
    what: "An operator's name has 1 to 64 letters, digits or . _ @ - and begins with a letter or digit",
  },
  "operator-exists": {
    ...conflict,
    what: "There is an operator of this name: revoke it first, or choose another name",
    named: ({ name }) =>
      `The operator ${name} exists already: revoke it first, or choose another name`,
  },
  "last-admin": {
    ...conflict,
    what: "It is the only admin of all accounts whose key has no end: make another one first",
  },
  "unknown-operator": {
    ...unknownThing,
    what: "There is no such operator",
    inCommand: "`booking operator list` shows them",
  },
  "unknown-request": {
    ...unknownThing,
    what:
      "No request with this id is recorded. Cancels, and refused calls with a good token, are; " +
      "lists that succeeded, 401 and 429 are in the log only",
    named: ({ limited }) =>
      [
        "No request with this id is recorded. A cancel that was made is in its booking's history, and refused " +
          "calls with a good token are recorded for TRACE_RETENTION_DAYS; lists that succeeded, 401 and 429 are in " +
          "the log only",
        ...limited.map(
          ({ account, at }) =>
            `${formatAccountName(account)} reached TRACE_REFUSED_PER_DAY at ${formatInstant(at)}: ` +
            "refused calls after it on that day are not recorded",
        ),
      ].join(". "),
  },
  "cursor-not-kept": {
    status: 410,
    title: "The cursor is too old",
    more: ({ cursor }) => ({ cursor }),
    what:
      "The changes after the cursor are not kept any more, or the cursor belongs to another timeline " +
      "of the database, as after a backup was restored",
    inApi: ({ cursor }) => `export the account, then continue with after=${cursor}`,
    inCommand: ({ cursor }) =>
      `run \`booking export ACCOUNT\`, then continue with --after ${cursor}`,
  },
  "unknown-contact": {
    ...unknownThing,
    what: "The account has no such contact",
    inCommand: "`booking find --external-id` shows a contact's bookings",
  },
  "unknown-other-contact": {
    ...unknownThing,
    what: "The account has no contact with the other external id",
    inCommand: "`booking find --external-id` shows a contact's bookings",
  },
  "contact-erased": {
    ...conflict,
    what: "The booking's contact is erased: it stays as it is",
  },
  "same-contact": { ...conflict, what: "Both external ids are the same contact" },
  "contact-has-upcoming": {
    ...conflict,
    more: ({ bookings }) => ({ bookings }),
    what: ({ bookings }) => `The contact has ${counted(bookings, "booking")} to come`,
    inApi: "say with upcoming whether to cancel or keep them",
    inConsole: "say whether to cancel or keep them",
    inCommand: "say with --upcoming whether to cancel or keep them",
  },
  "ticket-already-cancelled": {
    ...conflict,
    what: "All tickets of the booking are cancelled already",
  },
  "attendee-checked-in": {
    ...conflict,
    more: ({ booking }) => (booking === undefined ? {} : { booking }),
    what: "An attendee has checked in",
    named: ({ booking }) =>
      `An attendee${booking === undefined ? "" : ` of booking ${booking}`} has checked in`,
    inApi: "undo that first",
    inCommand: "undo that first with `booking check-in BOOKING --undo`",
  },
  "cancellation-closed": {
    ...conflict,
    what: "The campaign's cut-off for cancelling has passed",
    inApi: "cancel after it with after_cutoff, which is recorded",
    inConsole: "an operator may cancel after it, which is recorded",
    inCommand: "cancel after it with --after-cutoff, which is recorded",
  },
  "unknown-ticket": {
    ...unknownThing,
    what: (refusal) => `The booking ${ticketsOf(refusal)}`,
    named: (refusal) => `There is no ticket ${refusal.ticket}: the booking ${ticketsOf(refusal)}`,
  },
  "ticket-cancelled": { ...conflict, what: ({ ticket }) => `Ticket ${ticket} is cancelled` },
  "not-confirmed": {
    ...conflict,
    what: ({ status }) => `The booking is ${status}: only a CONFIRMED one can be checked in`,
  },
  "booking-malformed": { ...malformed, what: "booking must be a lower-case UUID" },
  "idempotency-key-malformed": { ...malformed, what: "The idempotency key is malformed" },
  "idempotency-key-reused": {
    ...conflict,
    status: 422,
    what: "The key was for another request: take another key",
  },
  ...seatAnswers,
  "changed-meanwhile": {
    ...changed,
    more: ({ edit, current }) => ({ edit, current }),
    what: "Somebody else changed it meanwhile: look again, then repeat",
  },
  "nothing-to-remove": {
    ...unknownThing,
    what: "There is no such thing in the account's catalogue",
    inCommand: "`booking catalogue list` and `booking slot list` show what there is",
  },
  "in-use": {
    ...conflict,
    what: ({ by }) =>
      by === "booking"
        ? "There are still bookings of it, cancelled ones included, so it has to stay: to have it " +
          "booked no more, remove its other slots, and lower the booked ones to what is taken"
        : `There are still ${by}s of it: remove these first`,
  },
  "not-empty": {
    ...conflict,
    more: ({ with: part }) => ({ with: part }),
    what: ({ with: part }) => `There is still ${part === "activity" ? "an" : "a"} ${part} of it`,
    inApi: "remove these first, or send with=everything-unbooked",
    inConsole: "remove these first",
    inCommand: "remove these first, or add --with-everything-unbooked",
  },
  "last-activity": {
    ...conflict,
    what: "A campaign has at least one activity: add another first, or remove the campaign",
  },
  "edits-bad": {
    status: 422,
    title: "It does not fit the catalogue",
    more: ({ errors }) => ({ errors }),
    what: "Nothing was changed",
    inApi: "errors tells what was expected where",
    inConsole: "correct what is listed here",
    named: ({ errors }) => errors.map(badLineText).join("\n"),
  },
};

function ticketsOf({ tickets }: { readonly tickets: number }): string {
  return tickets === 1 ? "has ticket 1 only" : `has tickets 1 to ${tickets}`;
}
