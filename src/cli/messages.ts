import { formatAccountName } from "../domain/account.ts";
import { isRefused } from "../domain/refusal.ts";
import type { OperatorRefusal } from "../usecases/operator/operator-refusal.ts";
import { CommandFailed } from "./command-context.ts";

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
  "unknown-client": () => "There is no such client: `booking credential list ACCOUNT` shows them.",
  "client-revoked": () => "The client is revoked: make a new one with `booking credential create`.",
  "two-secrets-live": ({ until }) =>
    `Two secrets of this client are live until ${new Date(until).toISOString()}: ` +
    "wait until then, or end the old ones at once with --now.",
};

/** The value of an operator's use case; a refusal ends the command with exit status 1. */
export function orFail<T extends object>(
  answer: T | { readonly refused: OperatorRefusal },
): Exclude<T, { readonly refused: OperatorRefusal }> {
  if (!isRefused<OperatorRefusal>(answer)) {
    return answer as Exclude<T, { readonly refused: OperatorRefusal }>;
  }
  const message = messages[answer.refused.why] as (refusal: OperatorRefusal) => string;
  throw new CommandFailed(message(answer.refused));
}
