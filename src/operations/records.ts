import { Type } from "typebox";
import { formatAccountName, parseAccountName, type AccountId } from "../domain/account.ts";
import { formatInstant } from "../domain/instant.ts";
import type {
  AuditEvent as StoredEvent,
  TracedRequest as Recorded,
} from "../store/doors/access.ts";
import { readAccountText } from "./machinery/arguments.ts";
import { pageOf, readCursor } from "./machinery/cursor.ts";
import {
  AccountText,
  limitDefault,
  listOf,
  page,
  paging,
  text,
  textOrNull,
  time,
  type Sent,
} from "./machinery/fields.ts";
import type { Operation, Order, Parts } from "./machinery/operation.ts";
import { given, operationsOf } from "./machinery/operations-of.ts";
import { readBounds } from "./machinery/typed-time.ts";
import { formatFacts } from "./machinery/table.ts";
import { maySee, unknownAccount, visibleAccount } from "./machinery/run-operation.ts";
import { is } from "./machinery/meaning.ts";

const TracedRequest = Type.Object({
  request_id: Type.String(),
  at: time("When it was answered; for a cancel that was made, when it was made."),
  account: AccountText,
  client_id: Type.String(),
  endpoint: Type.String(),
  request: Type.Unknown({ description: "What was sent, without values of the caller's." }),
  decision: Type.String(),
  changes: Type.Array(Type.Unknown(is("details"))),
  answer: Type.Object({ status: Type.Integer(), body: Type.Unknown() }),
  duration_ms: Type.Union([Type.Number(), Type.Null()], {
    description: "Null for a cancel that was made: the booking's history has no duration.",
  }),
});
type TracedRequest = Sent<typeof TracedRequest>;

export const AuditEvent = Type.Object({
  id: Type.String(),
  at: time("When."),
  actor: Type.String(),
  action: Type.String(),
  account: textOrNull("Null for what concerns the whole installation."),
  subject: Type.String(is("sentence")),
  details: Type.Unknown({ description: "What stood before and after.", ...is("details") }),
  request_id: textOrNull("By which request; null on the command line."),
});
type AuditEvent = Sent<typeof AuditEvent>;

const operation = operationsOf({ tag: "Records", below: "", appliesTo: "accounts" });

/** Recorded requests of callers, and the audit log. */
export const recordOperations: readonly Operation[] = [
  operation(
    {
      name: "traceRequest",
      method: "GET",
      path: "/requests/{request_id}",
      scope: "records",
      summary: "What happened to a request of a caller, newest first where an id was used again.",
      params: { request_id: text(128, "The X-Request-Id of its answer.") },
      answers: { 200: listOf(TracedRequest) },
      refusals: ["unknown-request"],
      command: {
        words: "trace",
        about: "Show what happened to a request: a cancel, or a refused call with a valid token.",
        positional: ["request_id"],
        example: "0b6f2c9e-3a51-4d0e-9d3c-5a7c9d1f2e3b",
        json: ([latest, ...earlier]) => ({ ...latest, ...(earlier.length > 0 && { earlier }) }),
        print: (traced) => traced.map(traceText).join("\n\n"),
      },
    },
    async ({ store }, { params, operator }) => {
      const found = await store.requestRecords.trace(params.request_id);
      const shown = found.filter(({ accountId }) => maySee(operator, accountId));
      if (shown.length > 0) return { body: { items: shown.map(tracedToJson) } };
      const limited = await store.auditLog.find({
        ...given({ accountIds: operator.accounts?.map(({ id }) => id) }),
        action: "records limited",
        limit: 3,
      });
      const seen = limited.flatMap(({ account, at }) =>
        account === null ? [] : [{ account, at }],
      );
      return { refused: { why: "unknown-request", limited: seen } };
    },
  ),
  operation(
    {
      name: "listAuditEvents",
      method: "GET",
      path: "/audit-events",
      scope: "records",
      summary: "What operators did, newest first.",
      description:
        "Changes of bookings stand in the bookings' own histories. An operator of some accounts sees " +
        "what concerns these.",
      query: Type.Object({
        account: Type.Optional(AccountText),
        actor: Type.Optional(text(256, "Who.")),
        subject: Type.Optional(text(1024, "What it was done to, as the log writes it.")),
        action: Type.Optional(text(256, "What.")),
        request_id: Type.Optional(text(128, "By which request.")),
        from: Type.Optional(time("Not before.")),
        to: Type.Optional(time("Not after.")),
        ...paging,
      }),
      answers: { 200: page(AuditEvent) },
      refusals: ["unknown-account"],
      command: {
        words: "audit",
        about: "Show what operators did, newest first.",
        positional: ["account"],
        limit: 100,
        typed: {
          account: {
            about: "tenant/environment; without it the whole installation",
            read: readAccountText,
          },
          actor: { shown: "actor", about: "who, for example operator: jo" },
          subject: { shown: "subject", about: "what it was done to, as the log writes it" },
          action: { shown: "action", about: "what, for example credential rotated" },
          request_id: { about: "by which request of the operator API" },
          from: { about: "not before: 2030-05-01 09:00, or RFC 3339" },
          to: { about: "not after" },
        },
        notes: "Changes of bookings stand in the bookings' own histories: `booking show`.",
        example: "acme/production --from 2030-05-01T00:00:00Z",
        print: (events) => events.map(auditSentence).join("\n") || "No event matches.",
      },
    },
    async ({ store }, { query, operator }) => {
      const { account, cursor, limit = limitDefault } = query;
      const accountIds = await accountsAsked(store, operator, account ?? null);
      if (accountIds === null) return unknownAccount(account ?? "");
      const found = await store.auditLog.find({
        ...given({
          accountIds: accountIds === "all" ? undefined : accountIds,
          actor: query.actor,
          subject: query.subject,
          action: query.action,
          requestId: query.request_id,
          after: cursor === undefined ? undefined : afterOf(cursor),
        }),
        ...readBounds(query),
        limit: limit + 1,
      });
      return { body: pageOf(found, limit, eventToJson, ({ at, id }) => [at, id]) };
    },
  ),
];

/** Null where the asked account is not the operator's. */
async function accountsAsked(
  store: Pick<Parts["store"], "accounts">,
  operator: Order<never, never, never>["operator"],
  asked: string | null,
): Promise<readonly AccountId[] | "all" | null> {
  if (asked === null) return operator.accounts?.map(({ id }) => id) ?? "all";
  const name = parseAccountName(asked);
  const account = name === null ? null : await visibleAccount(store, operator, name);
  return account === null ? null : [account.id];
}

function afterOf(cursor: string) {
  const [at, id] = readCursor(cursor, ["number", "string"]);
  return { at, id };
}

function eventToJson(event: StoredEvent): AuditEvent {
  return {
    id: event.id,
    at: formatInstant(event.at),
    actor: event.actor,
    action: event.action,
    account: event.account === null ? null : formatAccountName(event.account),
    subject: event.subject,
    details: event.details,
    request_id: event.requestId,
  };
}

function tracedToJson(traced: Recorded): TracedRequest {
  return {
    request_id: traced.requestId,
    at: formatInstant(traced.at),
    account: formatAccountName(traced.account),
    client_id: traced.clientId,
    endpoint: traced.endpoint,
    request: traced.request,
    decision: traced.refusal ?? "done",
    changes: traced.changes.map(({ bookingId, event, at, details }) => ({
      booking: bookingId,
      event,
      at: formatInstant(at),
      details,
    })),
    answer: { status: traced.status, body: traced.answer },
    duration_ms: traced.durationMs,
  };
}

function traceText(traced: TracedRequest): string {
  const changes = (
    traced.changes as readonly Record<"booking" | "event" | "details", unknown>[]
  ).map(
    ({ booking, event, details }) =>
      `${String(event)} ${String(booking)} ${JSON.stringify(details)}`,
  );
  const after = traced.duration_ms === null ? "" : ` after ${traced.duration_ms} ms`;
  return formatFacts([
    ["request", traced.request_id],
    ["answered", `${traced.at}${after}`],
    ["account", traced.account],
    ["client", traced.client_id],
    ["endpoint", traced.endpoint],
    ["sent", JSON.stringify(traced.request)],
    ["decision", traced.decision],
    ["changed", changes.length === 0 ? "nothing" : changes.join("\n          ")],
    ["answer", `${traced.answer.status} ${JSON.stringify(traced.answer.body)}`],
  ]);
}

/** Subjects that name nothing which the action does not name. */
const general = new Set(["account", "backup", "contacts", "data file", "database"]);

/** What an operator did, as a sentence: `… slot pk_summer tour … of acme/uat was closed by operator: jo (…).` */
function auditSentence({ at, actor, action, account, subject, details }: AuditEvent): string {
  const words = action.split(" ");
  const done = words.pop() ?? "";
  const noun = words.join(" ");
  const [first = "", ...rest] = subject.split(" ");
  const named =
    rest.length === 0
      ? `${noun} ${subject}`
      : [noun === `${first}s` ? noun : first, ...rest].join(" ");
  const what = general.has(subject) ? noun : named;
  const ofAccount = noun === "account" ? ` ${account}` : ` of ${account}`;
  const whose = account === null ? "" : ofAccount;
  const verb = noun === "data" || noun.endsWith("s") ? "were" : "was";
  const more = details === null ? "" : ` (${detailsText(details)})`;
  return `${at}  ${what}${whose} ${verb} ${done} by ${actor}${more}.`;
}

function detailsText(details: unknown): string {
  if (typeof details !== "object" || details === null) return String(details);
  const { before, after, ...others } = details as Readonly<Record<string, unknown>>;
  const changed = before === undefined ? [] : [`${valueText(before)} to ${valueText(after)}`];
  const facts = Object.entries(others).map(([name, value]) => {
    const isTime = name.endsWith("_at") && typeof value === "number";
    return `${name.replaceAll("_", " ")} ${isTime ? formatInstant(value) : valueText(value)}`;
  });
  return [...changed, ...facts].join(", ");
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) {
    const isChange =
      value.length === 2 && value.every((each) => each === null || typeof each === "number");
    return value.map(valueText).join(isChange ? " to " : " ") || "none";
  }
  if (value === null || value === undefined) return "nothing";
  if (typeof value !== "object") return `${value as string | number | boolean}`;
  const parts = Object.entries(value).map(([name, part]) => `${name} ${valueText(part)}`);
  return parts.join(" and ") || "none";
}
