import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { isRefused } from "../../domain/refusal.ts";
import { refuseUrl } from "../../domain/webhooks/address.ts";
import { eventTypes } from "../../domain/webhooks/delivery.ts";
import { oneOf, readDuration } from "../machinery/arguments.ts";
import { BadInput } from "../machinery/validation.ts";
import { sendStart, typedCursor } from "../changes.ts";
import { listOf, publicKey, text, type Sent } from "../machinery/fields.ts";
import { is } from "../machinery/meaning.ts";
import type { Operation } from "../machinery/operation.ts";
import { jsonBody } from "../machinery/operations-of.ts";
import { formatFacts, formatTable } from "../machinery/table.ts";
import {
  aboutOne,
  accountsOfWebhook,
  factsOf,
  filterOf,
  maySeeWebhook,
  newSecret,
  stateOf,
  unknownWebhook,
  Webhook,
  webhookOperation,
  webhookParam,
  webhookAgain,
  webhookReply,
  webhookToJson,
} from "./webhook-answer.ts";
import { cursorAt, goOn } from "./webhook-cursors.ts";

const WithSecret = Type.Object({
  ...Webhook.properties,
  secret: Type.String({ description: "Signs what is posted. Shown here once and never again." }),
});

/** The longest overlap of two secrets; the default is a day. */
const overlapMaxSeconds = 30 * 24 * 3600;
const overlapSeconds = 24 * 3600;

const printsSecret = {
  print: ({ secret, ...webhook }: Sent<typeof WithSecret>) =>
    `${factsOf(webhook)}\n${formatFacts([["secret", secret]])}`,
  say: () => ["Put the secret into a secret manager now: it is not shown again."],
};

/** Webhooks of an account: readers of its feed that post. */
export const webhookOperations: readonly Operation[] = [
  webhookOperation(
    {
      name: "listWebhooks",
      method: "GET",
      scope: "webhooks",
      appliesTo: "campaigns",
      summary: "An account's webhooks.",
      answers: { 200: listOf(Webhook) },
      command: {
        words: "webhook list",
        example: "acme/production",
        print: (webhooks, width) =>
          formatTable(
            ["id", "url", "state", "events", "campaigns"],
            webhooks.map((each) => [each.id, each.url, stateOf(each), ...filterOf(each)]),
            width,
          ),
      },
    },
    async (parts, { operator }, account) => {
      const all = await parts.store.account(account.id).webhooks.list();
      const webhooks = all.filter((each) => maySeeWebhook(operator, each));
      const items: Webhook[] = [];
      for (const each of webhooks) items.push(await webhookToJson(parts, each, account));
      return { body: { items } };
    },
  ),
  webhookOperation(
    {
      name: "createWebhook",
      creates: true,
      method: "POST",
      scope: "webhooks",
      summary: "Make a webhook; its secret is in this answer and nowhere else.",
      description:
        "It posts every change of the account from now on, or from a cursor of the feed, signed by Standard " +
        "Webhooks: at least once, those of one booking in their order.",
      body: jsonBody({
        url: text(2048, "Where to post: https://, without user and password."),
        events: Type.Optional(
          Type.Array(Type.String({ maxLength: 64 }), {
            maxItems: 100,
            description: `The types to post, all by default: ${eventTypes.join(", ")}.`,
          }),
        ),
        interactions: Type.Optional(
          Type.Array(publicKey, {
            maxItems: 1000,
            description: "The campaigns, all by default.",
            ...is("campaigns"),
          }),
        ),
        after: Type.Optional(
          text(64, "A cursor of the feed; `start` for the oldest change that is kept."),
        ),
      }),
      answers: { 201: WithSecret },
      refusals: ["webhook-key-missing", "account-limit-reached", "cursor-not-kept"],
      again: "secret",
      command: {
        words: "webhook create",
        about: "Make a webhook and print its secret, once.",
        typed: {
          url: { shown: "url" },
          events: {
            flag: "event",
            shown: "type",
            about: "post this type of event; may be repeated (default: all)",
            read: oneOf("type of event", eventTypes),
          },
          interactions: {
            flag: "interaction",
            shown: "public_key",
            about: "post changes of this campaign; may be repeated (default: all)",
          },
          after: typedCursor,
        },
        more: {
          from_start: Type.Boolean({ description: "begin with the oldest change that is kept" }),
        },
        send: sendStart,
        example: "acme/production --url https://crm.example/hook --event booking.cancelled",
        ...printsSecret,
      },
    },
    async (parts, { audit, body }, account) => {
      const { url, events = [], interactions = [], after } = body;
      const malformed = refuseUrl(url, parts.webhooks);
      if (malformed !== null) throw new BadInput("url", malformed);
      if (events.some((type) => !eventTypes.includes(type))) {
        throw new BadInput("events", `must be some of ${eventTypes.join(", ")}`);
      }
      const webhook = randomUUID();
      const made = newSecret(parts, webhook);
      if (made === null) return keyMissing;
      const door = parts.store.account(account.id);
      for (const key of interactions) {
        if ((await door.findInteraction({ publicKey: key })) === null) {
          throw new BadInput("interactions", "must be public keys of the account's campaigns");
        }
      }
      const found = await cursorAt(parts, audit, account, after);
      if (isRefused(found)) return found;
      const { cursor } = found;
      const order = { id: webhook, url, events, interactions, cursor };
      const limited = await door.webhooks.create(audit, order, made.sealed);
      if (limited !== null) return limited;
      return webhookReply(parts, account, webhook, { secret: made.secret }, 201);
    },
  ),
  webhookOperation(
    {
      name: "showWebhook",
      method: "GET",
      path: "/{webhook}",
      scope: "webhooks",
      summary: "One webhook.",
      params: webhookParam,
      answers: { 200: Webhook },
      refusals: ["unknown-webhook"],
      command: { words: "webhook show", ...aboutOne, example: "ID", print: factsOf },
    },
    (parts, { params }, account) => webhookReply(parts, account, params.webhook),
  ),
  webhookOperation(
    {
      name: "pauseWebhook",
      again: webhookAgain,
      method: "POST",
      path: "/{webhook}/pause",
      scope: "webhooks",
      summary: "Stop posting; what changes meanwhile is posted when it is resumed.",
      description: "A webhook that is paused for longer than the feed goes back ends.",
      params: webhookParam,
      answers: { 200: Webhook },
      refusals: ["unknown-webhook"],
      command: { words: "webhook pause", ...aboutOne, example: "ID", print: factsOf },
    },
    async (parts, { audit, params }, account) => {
      const { webhooks } = parts.store.account(account.id);
      await webhooks.setState(audit, { id: params.webhook, state: "paused" });
      return webhookReply(parts, account, params.webhook);
    },
  ),
  webhookOperation(
    {
      name: "resumeWebhook",
      again: webhookAgain,
      method: "POST",
      path: "/{webhook}/resume",
      scope: "webhooks",
      summary: "Go on where it stopped.",
      params: webhookParam,
      answers: { 200: Webhook },
      refusals: ["unknown-webhook", "cursor-not-kept"],
      command: { words: "webhook resume", ...aboutOne, example: "ID", print: factsOf },
    },
    async (parts, { audit, params }, account) => {
      const found = await parts.store.account(account.id).webhooks.find(params.webhook);
      if (found === null) return unknownWebhook;
      return goOn(parts, audit, account, found);
    },
  ),
  webhookOperation(
    {
      name: "rotateWebhook",
      creates: true,
      method: "POST",
      path: "/{webhook}/rotate",
      scope: "webhooks",
      summary: "Give it a new secret; both sign for the overlap.",
      params: webhookParam,
      body: jsonBody({
        overlap_seconds: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: overlapMaxSeconds,
            description: "A day by default.",
          }),
        ),
      }),
      answers: { 201: WithSecret },
      refusals: ["unknown-webhook", "webhook-key-missing"],
      again: "secret",
      command: {
        words: "webhook rotate",
        about: "Give it a new secret and print it, once.",
        ...aboutOne,
        typed: {
          ...aboutOne.typed,
          overlap_seconds: {
            flag: "overlap",
            shown: "duration",
            about: "how long the old secret signs too (default: 24h)",
            read: (typed) => readDuration(typed) / 1000,
          },
        },
        example: "ID --overlap 7d",
        ...printsSecret,
      },
    },
    async (parts, { audit, params, body }, account) => {
      const made = newSecret(parts, params.webhook);
      if (made === null) return keyMissing;
      const { webhooks } = parts.store.account(account.id);
      await webhooks.rotate(audit, {
        id: params.webhook,
        sealed: made.sealed,
        overlapMs: (body.overlap_seconds ?? overlapSeconds) * 1000,
      });
      return webhookReply(parts, account, params.webhook, { secret: made.secret }, 201);
    },
  ),
  webhookOperation(
    {
      name: "removeWebhook",
      method: "DELETE",
      path: "/{webhook}",
      scope: "webhooks",
      summary: "Remove it, with its secrets and its log of deliveries.",
      params: webhookParam,
      answers: { 200: Webhook },
      refusals: ["unknown-webhook"],
      command: { words: "webhook remove", ...aboutOne, example: "ID", print: factsOf },
    },
    async (parts, { audit, params }, account) => {
      const { webhooks } = parts.store.account(account.id);
      const found = await webhooks.find(params.webhook);
      if (found === null || !(await webhooks.remove(audit, found.id))) return unknownWebhook;
      const ended = { ...found, state: "ended", reason: "removed" } as const;
      return { body: await webhookToJson(parts, ended, account) };
    },
  ),
  accountsOfWebhook,
];

const keyMissing = { refused: { why: "webhook-key-missing" } } as const;
