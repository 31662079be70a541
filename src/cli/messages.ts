import { formatAccountName } from "../domain/account.ts";
import { isRefused, type SeatRefusal, type TransitionRefusal } from "../domain/refusal.ts";
import type { OperatorRefusal } from "../usecases/operator/operator-refusal.ts";
import { CommandFailed } from "./command-context.ts";
import type { EditRefusal } from "../usecases/operator/edit-catalogue.ts";
import { editMessages } from "./edit-messages.ts";
import { seatMessages } from "./seat-messages.ts";

const messages: {
  readonly [W in OperatorRefusal["why"]]: (refusal: Extract<OperatorRefusal, { why: W }>) => string;
} = {
  "account-exists": ({ account }) => `The account ${formatAccountName(account)} exists already.`,
  "unknown-account": ({ account }) =>
    `There is no account ${formatAccountName(account)}: \`booking account list\` shows those there are.`,
  "host-taken": ({ host, owner }) =>
    `The API host ${host} belongs to ${formatAccountName(owner)}: a host belongs to one account only.`,
  "host-not-of-account": ({ host, account }) =>
    `${host} is no API host of ${formatAccountName(account)}.`,
  "unknown-booking": () => "There is no such booking: `booking find` shows those there are.",
  "booking-not-unique": ({ accounts }) =>
    `The booking exists in ${accounts.map(formatAccountName).join(" and ")}: say which with --account.`,
  "unknown-client": () => "There is no such client: `booking credential list ACCOUNT` shows them.",
  "client-revoked": () => "The client is revoked: make a new one with `booking credential create`.",
  "two-secrets-live": ({ until }) =>
    `Two secrets of this client are live until ${new Date(until).toISOString()}: ` +
    "wait until then, or end the old ones at once with --now.",
  "operator-name-malformed": () =>
    "An operator's name has 1 to 64 letters, digits or . _ @ - and begins with a letter or digit.",
  "operator-exists": ({ name }) =>
    `The operator ${name} exists already: revoke it first, or choose another name.`,
  "unknown-operator": () => "There is no such operator: `booking operator list` shows them.",
};

const transitionMessages: {
  readonly [W in Exclude<TransitionRefusal["why"], OperatorRefusal["why"]>]: (
    refusal: Extract<TransitionRefusal, { why: W }>,
  ) => string;
} = {
  "ticket-already-cancelled": () => "The booking has no ticket left that is not cancelled.",
  "attendee-checked-in": () =>
    "An attendee has checked in: undo that first with `booking check-in BOOKING --undo`.",
  "cancellation-closed": () => "The campaign's cut-off for cancelling has passed.",
  "unknown-ticket": ({ ticket, tickets }) =>
    `There is no ticket ${ticket}: the booking's tickets are numbered 1 to ${tickets}.`,
  "ticket-cancelled": ({ ticket }) => `Ticket ${ticket} is cancelled.`,
  "not-confirmed": ({ status }) =>
    `The booking is ${status}: only a CONFIRMED one can be checked in.`,
  "booking-malformed": () => "A booking is named by its UUID, in lower case.",
  "idempotency-key-malformed": () => "The idempotency key is malformed.",
  "idempotency-key-reused": () => "The idempotency key was used for another booking.",
};

type AnyRefusal = OperatorRefusal | TransitionRefusal | SeatRefusal | EditRefusal;

/** The value of an operator's use case; a refusal ends the command with exit status 1. */
export function orFail<T extends object>(
  answer: T | { readonly refused: AnyRefusal },
): Exclude<T, { readonly refused: AnyRefusal }> {
  if (!isRefused<AnyRefusal>(answer)) {
    return answer as Exclude<T, { readonly refused: AnyRefusal }>;
  }
  const all = { ...messages, ...transitionMessages, ...seatMessages, ...editMessages };
  const message = all[answer.refused.why] as (refusal: AnyRefusal) => string;
  throw new CommandFailed(message(answer.refused));
}
