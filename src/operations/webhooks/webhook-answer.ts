import { randomBytes } from "node:crypto";
import { Type } from "typebox";
import { formatAccountName } from "../../domain/account.ts";
import { formatInstant, formatInstantOrNull } from "../../domain/instant.ts";
import type { Rights } from "../../domain/operator.ts";
import type { Refused } from "../../domain/refusal.ts";
import {
  formatWebhookSecret,
  parseSealingKey,
  sealSecret,
} from "../../domain/webhooks/signature.ts";
import type { Webhook as Stored } from "../../store/doors/webhooks.ts";
import type { NamedAccount } from "../../store/doors/access.ts";
import {
  AccountText,
  listOf,
  rowId,
  textOrNull,
  time,
  timeOrNull,
  type Sent,
} from "../machinery/fields.ts";
import type { Again, Parts, Reply } from "../machinery/operation.ts";
import { ofAccount, operationsOf } from "../machinery/operations-of.ts";
import type { AnyRefusal } from "../machinery/problems.ts";
import { formatFacts } from "../machinery/table.ts";
import { maySee } from "../machinery/run-operation.ts";

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
  waiting: Type.Integer({ description: "Deliveries that wait to be sent, or sent again." }),
  failed: Type.Integer({ description: "Deliveries that have failed and hold back others." }),
  waiting_since: timeOrNull("When the oldest change was made that waits."),
  ends_at: timeOrNull("When it ends, where it stays paused: changes are not kept for longer."),
});
export type Webhook = Sent<typeof Webhook>;

export const webhookOperation = operationsOf({
  tag: "Webhooks",
  below: `${ofAccount}/webhooks`,
  appliesTo: "campaign",
});

export const webhookParam = { webhook: rowId("webhook") };
const id = { positional: ["webhook"], typed: { webhook: { about: "the webhook's id" } } } as const;
export const unknownWebhook = { refused: { why: "unknown-webhook" } } as const;

export const accountsOfWebhook = operationsOf({
  tag: "Webhooks",
  below: "/webhooks",
  appliesTo: "visible-accounts",
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
    const webhook = await store.account(found.id).webhooks.find(params.webhook);
    if (webhook === null || !maySeeWebhook(operator, webhook)) return unknownWebhook;
    return { body: { items: [formatAccountName(found.name)] } };
  },
);

/** Whether all that a webhook posts is of the operator's campaigns. */
export function maySeeWebhook(
  { interactions: own }: Pick<Rights, "interactions">,
  { interactions }: Pick<Stored, "interactions">,
): boolean {
  if (own === null) return true;
  return interactions.length > 0 && interactions.every((each) => own.includes(each));
}

/** What a command about one webhook has. */
export const aboutOne = { ...id, accounts: accountsOfWebhook };

type Place = Pick<Parts, "store" | "changesRetentionDays">;

/** A webhook as it is now, with `more` beside it. */
export async function webhookReply(
  parts: Place,
  account: NamedAccount,
  webhook: string,
  more: object = {},
  status = 200,
): Promise<Reply | Refused<AnyRefusal>> {
  const found = await parts.store.account(account.id).webhooks.find(webhook);
  if (found === null) return unknownWebhook;
  return { status, body: { ...(await webhookToJson(parts, found, account)), ...more } };
}

/** The webhook as it is now, for a repetition. */
export const webhookAgain: Again<{ readonly webhook: string }, unknown> = (
  parts,
  { params },
  account,
) => webhookReply(parts, account, params.webhook);

/** When a paused webhook ends, since what it has not taken is not kept for longer; null where it does not end. */
export async function endOfPause(
  { store, changesRetentionDays }: Place,
  account: NamedAccount["id"],
  webhook: Pick<Stored, "state" | "cursor" | "stateAt">,
): Promise<number | null> {
  if (webhook.state !== "paused") return null;
  const oldest = await store.account(account).webhooks.oldestNotTaken(webhook);
  return oldest === null ? null : oldest + changesRetentionDays * dayMs;
}

const dayMs = 86_400_000;

/** A sentence for each trouble that needs a person: a pause, from a day before it ends the webhook. Null without webhooks. */
export async function troublesOfWebhooks(parts: Place, now: number): Promise<string[] | null> {
  const webhooks = await parts.store.webhooks.all();
  const troubles: string[] = [];
  for (const webhook of webhooks) {
    const { id: own, accountId, reason } = webhook;
    const { failed } = await parts.store.account(accountId).webhooks.count(own);
    if (failed > 0) {
      const command = `booking webhook deliveries ${own} --failed`;
      troubles.push(`${own} has ${failed} failed: \`${command}\`.`);
    }
    const end = await endOfPause(parts, accountId, webhook);
    if (reason === "restored" || (end !== null && end - now < dayMs)) {
      const until = end === null ? "" : ` and ends at ${formatInstant(end)}`;
      troubles.push(`${own} is paused${until}: \`booking webhook resume ${own}\`.`);
    }
    if (reason === "behind") {
      troubles.push(`${own} has ended and missed changes: make another, and remove it.`);
    }
  }
  return webhooks.length === 0 ? null : troubles;
}

export async function webhookToJson(
  parts: Place,
  webhook: Stored,
  account: NamedAccount,
): Promise<Webhook> {
  const { id: own, url, events, interactions, state, reason } = webhook;
  const { waiting, failed, oldestAt } = await parts.store.account(account.id).webhooks.count(own);
  return {
    id: own,
    account: formatAccountName(account.name),
    url,
    events,
    interactions,
    state,
    reason,
    created_at: formatInstant(webhook.createdAt),
    waiting,
    failed,
    waiting_since: formatInstantOrNull(oldestAt),
    ends_at: formatInstantOrNull(await endOfPause(parts, account.id, webhook)),
  };
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
    [
      "waiting",
      webhook.waiting_since === null ? "0" : `${webhook.waiting}, since ${webhook.waiting_since}`,
    ],
    ["failed", String(webhook.failed)],
    ...(webhook.ends_at === null ? [] : [["ends", webhook.ends_at] as const]),
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
  return { secret, sealed: sealSecret(key, { owner: webhook, secret }, randomBytes(12)) };
}
