import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import type { ChangeKind } from "../../domain/change-feed.ts";
import { formatInstant, formatInstantOrNull } from "../../domain/instant.ts";
import { deliveryId, testType } from "../../domain/webhooks/delivery.ts";
import type { Delivery as Stored, LoggedDelivery } from "../../store/doors/webhooks.ts";
import { WrongUsage } from "../machinery/arguments.ts";
import { BadInput } from "../machinery/validation.ts";
import { changeToJson, typedCursor } from "../changes.ts";
import {
  limitDefault,
  listOf,
  text,
  textOrNull,
  time,
  timeOrNull,
  type Sent,
} from "../machinery/fields.ts";
import type { Operation } from "../machinery/operation.ts";
import { jsonBody } from "../machinery/operations-of.ts";
import { formatTable } from "../machinery/table.ts";
import {
  aboutOne,
  factsOf,
  unknownWebhook,
  Webhook,
  webhookOperation,
  webhookParam,
  webhookAgain,
  webhookReply,
} from "./webhook-answer.ts";
import { goOn } from "./webhook-cursors.ts";

const Attempt = Type.Object({
  at: time("When it was sent."),
  status: Type.Union([Type.Integer(), Type.Null()], {
    description: "Of the answer; null where none came.",
  }),
  ms: Type.Integer({ description: "How long it took." }),
  error: textOrNull("Why no answer came."),
  answer: textOrNull("The beginning of the answer; removed when its contact is erased."),
});

const Delivery = Type.Object({
  id: Type.String({ description: "The `webhook-id`." }),
  type: Type.String(),
  state: Type.Union([Type.Literal("delivered"), Type.Literal("waiting"), Type.Literal("failed")]),
  attempts: Type.Array(Attempt, { description: "Oldest first." }),
  next_at: timeOrNull("When it is tried next."),
  given_up_at: timeOrNull("When somebody gave it up."),
  request: Type.String({ description: "The beginning of the body, as it would be sent now." }),
});
type Delivery = Sent<typeof Delivery>;

const deliveryText = text(64, "The delivery's id.");
const unknownDelivery = { refused: { why: "unknown-delivery" } } as const;

/** What a webhook posts, and its log. */
export const webhookDeliveryOperations: readonly Operation[] = [
  webhookOperation(
    {
      name: "testWebhook",
      creates: true,
      again: (parts, { params }, account, { subject }) =>
        webhookReply(parts, account, params.webhook, { delivery: String(subject) }),
      method: "POST",
      path: "/{webhook}/test",
      scope: "webhooks",
      summary: `Post an event of the type ${testType}, which tells of no change.`,
      params: webhookParam,
      answers: {
        200: Type.Object({
          ...Webhook.properties,
          delivery: Type.String({ description: "The id of the delivery." }),
        }),
      },
      refusals: ["unknown-webhook", "webhook-not-active"],
      command: {
        words: "webhook test",
        ...aboutOne,
        example: "ID",
        print: factsOf,
        say: ({ delivery, id }) => [
          `It will be posted as ${delivery}: \`booking webhook deliveries ${id}\` shows what came of it.`,
        ],
      },
    },
    async (parts, { audit, params }, account) => {
      const { webhooks } = parts.store.account(account.id);
      const found = await webhooks.find(params.webhook);
      if (found === null) return unknownWebhook;
      const lane = `test ${randomUUID()}`;
      const delivery = deliveryId(found.id, [lane]);
      const test = {
        id: delivery,
        type: testType,
        lane,
        cursor: found.cursor,
        at: audit.now,
        actor: audit.actor,
        requestId: audit.requestId ?? null,
        bookingId: null,
        slot: null,
      };
      const isAdded = await webhooks.addTest(found.id, test, audit);
      if (!isAdded) return { refused: { why: "webhook-not-active" } };
      return webhookReply(parts, account, found.id, { delivery });
    },
  ),
  webhookOperation(
    {
      name: "listWebhookDeliveries",
      method: "GET",
      path: "/{webhook}/deliveries",
      scope: "webhooks",
      summary: "What was posted lately, newest first, with every attempt.",
      params: webhookParam,
      query: Type.Object({
        failed: Type.Optional(
          Type.Boolean({ description: "Only those that have failed and hold back others." }),
        ),
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 500, description: "100 by default." }),
        ),
      }),
      answers: { 200: listOf(Delivery) },
      refusals: ["unknown-webhook"],
      command: {
        words: "webhook deliveries",
        ...aboutOne,
        typed: { ...aboutOne.typed, failed: { about: "only those that have failed" } },
        limit: limitDefault,
        example: "ID --failed",
        print: tableOf,
      },
    },
    async (parts, { params, query }, account) => {
      const { webhooks } = parts.store.account(account.id);
      if ((await webhooks.find(params.webhook)) === null) return unknownWebhook;
      const { failed = false, limit = limitDefault } = query;
      const found = await webhooks.deliveries(params.webhook, { failedOnly: failed, limit });
      return { body: { items: found.map(deliveryToJson) } };
    },
  ),
  webhookOperation(
    {
      name: "replayWebhook",
      again: webhookAgain,
      method: "POST",
      path: "/{webhook}/replay",
      scope: "webhooks",
      summary: "Post a delivery again, or everything after a cursor, under the same ids.",
      params: webhookParam,
      body: jsonBody({
        delivery: Type.Optional(deliveryText),
        after: Type.Optional(text(64, "A cursor of the feed.")),
      }),
      answers: { 200: Webhook },
      refusals: ["unknown-webhook", "unknown-delivery", "cursor-not-kept"],
      command: {
        words: "webhook replay",
        ...aboutOne,
        typed: {
          ...aboutOne.typed,
          delivery: { shown: "id", about: "this delivery" },
          after: typedCursor,
        },
        send: (values) => {
          if ((values["delivery"] === undefined) !== (values["after"] === undefined)) return values;
          throw new WrongUsage("Say what to post again: --delivery or --after, one of them.");
        },
        example: 'ID --after "$CURSOR"',
        print: factsOf,
      },
    },
    async (parts, { audit, params, body: { delivery, after } }, account) => {
      if ((delivery === undefined) === (after === undefined)) {
        throw new BadInput("delivery", "or after must be given, one of them");
      }
      const { webhooks } = parts.store.account(account.id);
      const found = await webhooks.find(params.webhook);
      if (found === null) return unknownWebhook;
      if (after !== undefined) return goOn(parts, audit, account, found, after);
      const key = { webhookId: found.id, deliveryId: delivery ?? "" };
      if (!(await webhooks.replay(audit, key))) return unknownDelivery;
      return webhookReply(parts, account, found.id);
    },
  ),
  webhookOperation(
    {
      name: "giveUpWebhookDelivery",
      again: webhookAgain,
      method: "POST",
      path: "/{webhook}/give-up",
      scope: "webhooks",
      summary: "Give up a delivery, so that later ones of its booking are posted.",
      params: webhookParam,
      body: jsonBody({ delivery: deliveryText }),
      answers: { 200: Webhook },
      refusals: ["unknown-webhook", "unknown-delivery"],
      command: {
        words: "webhook give-up",
        ...aboutOne,
        typed: { ...aboutOne.typed, delivery: { shown: "id" } },
        example: "ID --delivery msg_…",
        print: factsOf,
      },
    },
    async (parts, { audit, params, body }, account) => {
      const { webhooks } = parts.store.account(account.id);
      if ((await webhooks.find(params.webhook)) === null) return unknownWebhook;
      const key = { webhookId: params.webhook, deliveryId: body.delivery };
      if (!(await webhooks.giveUp(audit, key))) return unknownDelivery;
      return webhookReply(parts, account, params.webhook);
    },
  ),
];

/** The body of a delivery: what Standard Webhooks asks for, with the feed's line as data. */
export function bodyOfDelivery({ type, at, line, ...event }: Stored): string {
  // The types were made of the feed's changes.
  const kind = type.slice(type.indexOf(".") + 1) as ChangeKind;
  const { cursor, actor, requestId, details = {} } = event;
  const change = { cursor, at, change: kind, actor, requestId, details };
  const data = line === null ? { test: true } : changeToJson({ ...change, line });
  return JSON.stringify({ type, timestamp: formatInstant(at), data });
}

/** How much of a request and of an answer is shown. */
const shownLength = 2048;

function deliveryToJson(delivery: LoggedDelivery): Delivery {
  const { id, type, state, attempts, nextAt } = delivery;
  return {
    id,
    type,
    state: state === "given-up" ? "failed" : state,
    attempts: attempts.map(({ at, status, ms, error, answer }) => ({
      at: formatInstant(at),
      status,
      ms,
      error,
      answer,
    })),
    next_at: formatInstantOrNull(nextAt),
    given_up_at: formatInstantOrNull(delivery.givenUpAt),
    request: bodyOfDelivery(delivery).slice(0, shownLength),
  };
}

function tableOf(deliveries: readonly Delivery[], width: number): string {
  return formatTable(
    ["id", "type", "state", "attempts", "last", "ms", "next"],
    deliveries.map(({ id, type, state, attempts, next_at, given_up_at }) => {
      const last = attempts.at(-1);
      const outcome = last === undefined ? "" : String(last.status ?? last.error ?? "");
      const shownState = given_up_at === null ? state : "given up";
      return [
        id,
        type,
        shownState,
        String(attempts.length),
        outcome,
        String(last?.ms ?? ""),
        next_at ?? "",
      ];
    }),
    width,
  );
}
