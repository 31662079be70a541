import { randomBytes } from "node:crypto";
import { Type } from "typebox";
import { formatAccountName, type AccountName } from "../domain/account.ts";
import { formatInstant } from "../domain/instant.ts";
import type { Refused } from "../domain/refusal.ts";
import { formatWebhookSecret, parseSealingKey, sealSecret } from "../domain/webhooks/signature.ts";
import type { Webhook as Stored } from "../store/webhooks/webhooks.ts";
import type { IdentifiedAccount } from "../usecases/operator/identify-account.ts";
import { AccountText, listOf, textOrNull, time, Uuid, type Sent } from "./fields.ts";
import type { Again, Parts, Reply } from "./operation.ts";
import { ofAccount, operationsOf } from "./operations-of.ts";
import type { AnyRefusal } from "./problems.ts";
import { formatFacts } from "./table.ts";
import { maySee } from "./visible-account.ts";

const State = Type.Union([Type.Literal("active"), Type.Literal("paused"), Type.Literal("ended")]);

export const Webhook = Type.Object({
  id: Type.String(),
  account: AccountText,
  url: Type.String(),
  events: Type.Array(Type.String(), { description: "The types that it posts; empty: all." }),
  interactions: Type.Array(Type.String(), { description: "Public keys; empty: all." }),
  state: State,
  reason: textOrNull(
    "Why it is not active: restored, behind, gone; null where an operator paused it.",
  ),
  created_at: time("When it was made."),
});
export type Webhook = Sent<typeof Webhook>;

export const webhookOperation = operationsOf({
  tag: "Webhooks",
  below: `${ofAccount}/webhooks`,
  reach: "account",
});

export const webhookParam = { webhook: Uuid };
const id = { positional: ["webhook"], typed: { webhook: { about: "the webhook's id" } } } as const;
export const unknownWebhook = { refused: { why: "unknown-webhook" } } as const;

export const accountsOfWebhook = operationsOf({
  tag: "Webhooks",
  below: "/webhooks",
  reach: "visible",
})(
  {
    name: "findAccountOfWebhook",
    method: "GET",
    path: "/{webhook}/accounts",
    scope: "webhooks",
    summary: "The account of a webhook, in a list of one.",
    params: webhookParam,
    answers: { 200: listOf(AccountText) },
    refusals: ["unknown-webhook"],
  },
  async ({ store }, { params, operator }) => {
    const found = await store.webhooks.findAccount(params.webhook);
    if (found === null || !maySee(operator, found.id)) return unknownWebhook;
    return { body: { items: [formatAccountName(found.name)] } };
  },
);

/** What a command about one webhook has. */
export const aboutOne = { ...id, accounts: accountsOfWebhook };

/** A webhook's answer to the operation that changed it. */
export async function webhookReply(
  { store }: Pick<Parts, "store">,
  account: IdentifiedAccount,
  webhook: string,
  more: object = {},
  status = 200,
): Promise<Reply | Refused<AnyRefusal>> {
  const found = await store.account(account.id).webhooks.find(webhook);
  if (found === null) return unknownWebhook;
  return { status, body: { ...webhookToJson(found, account.name), ...more } };
}

/** The webhook as it is now, for a repetition. */
export const webhookAgain: Again<{ readonly webhook: string }, unknown> = (
  parts,
  { params },
  account,
) => webhookReply(parts, account, params.webhook);

export function webhookToJson(webhook: Stored, account: AccountName): Webhook {
  const { id: own, url, events, interactions, state, reason } = webhook;
  const created_at = formatInstant(webhook.createdAt);
  const name = formatAccountName(account);
  return { id: own, account: name, url, events, interactions, state, reason, created_at };
}

export function factsOf(webhook: Webhook): string {
  const [events, campaigns] = filterOf(webhook);
  return formatFacts([
    ["id", webhook.id],
    ["account", webhook.account],
    ["url", webhook.url],
    ["events", events],
    ["campaigns", campaigns],
    ["state", stateOf(webhook)],
  ]);
}

export function filterOf({ events, interactions }: Pick<Webhook, "events" | "interactions">) {
  return [events.join(", ") || "all", interactions.join(", ") || "all"] as const;
}

const reasons: Readonly<Record<string, string>> = {
  restored: "the database was restored or copied: `webhook resume` goes on, and may repeat",
  behind: "it was paused for longer than changes are kept",
  gone: "the receiver answered 410",
  removed: "it was removed",
};

export function stateOf({ state, reason }: Pick<Webhook, "state" | "reason">): string {
  return reason === null ? state : `${state}: ${reasons[reason] ?? reason}`;
}

/** A new secret, and what the store keeps of it; null without a key. */
export function newSecret({ webhooks }: Pick<Parts, "webhooks">, webhook: string) {
  const key = parseSealingKey(webhooks.secretKey);
  if (key === null) return null;
  const secret = formatWebhookSecret(randomBytes(32));
  return { secret, sealed: sealSecret(key, webhook, secret, randomBytes(12)) };
}
