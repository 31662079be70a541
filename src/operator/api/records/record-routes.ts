import { Type } from "typebox";
import { parseAccountName } from "../../../domain/account.ts";
import type { AccountId } from "../../../domain/account.ts";
import type { Operator } from "../../../store/accounts/operators.ts";
import type { Store } from "../../../store/store.ts";
import { auditEventToJson } from "./audit-event-to-json.ts";
import { tracedRequestToJson } from "./traced-request-to-json.ts";
import { pageOf, readCursor } from "../../../operations/cursor.ts";
import { readBounds } from "../../../operations/read-time.ts";
import type { Operation } from "../../../operations/operation.ts";
import { operationsOf } from "../../../operations/operations-of.ts";
import {
  AccountText,
  limitDefault,
  listOf,
  page,
  paging,
  text,
  time,
} from "../../../operations/fields.ts";
import { AuditEventShape, TracedRequest } from "./record-schema.ts";
import { visibleAccount } from "../../../operations/visible-account.ts";

const route = operationsOf({ tag: "Records", below: "", scope: "visible" });

/** Recorded requests of callers, and the audit log. */
export const recordRoutes: readonly Operation[] = [
  route(
    {
      name: "traceRequest",
      method: "GET",
      path: "/requests/{request_id}",
      role: "viewer",
      summary: "What happened to a request of a caller, newest first where an id was used again.",
      params: { request_id: text(128, "The X-Request-Id of its answer.") },
      answers: { 200: listOf(TracedRequest) },
      refusals: ["unknown-request"],
    },
    async ({ store }, { params, operator }) => {
      const found = await store.requestRecords.trace(params.request_id);
      const ids = operator.accounts?.map(({ id }) => id) ?? null;
      const shown = found.filter(({ accountId }) => ids === null || ids.includes(accountId));
      return shown.length === 0
        ? { refused: { why: "unknown-request" } }
        : { body: { items: shown.map(tracedRequestToJson) } };
    },
  ),
  route(
    {
      name: "listAuditEvents",
      method: "GET",
      path: "/audit-events",
      role: "viewer",
      summary: "What operators did, newest first.",
      description:
        "Changes of bookings stand in the bookings' own histories. An operator of some accounts sees " +
        "what concerns these.",
      query: Type.Object({
        account: Type.Optional(AccountText),
        actor: Type.Optional(text(256, "Who.")),
        action: Type.Optional(text(256, "What.")),
        request_id: Type.Optional(text(128, "By which request.")),
        from: Type.Optional(time("Not before.")),
        to: Type.Optional(time("Not after.")),
        ...paging,
      }),
      answers: { 200: page(AuditEventShape) },
      refusals: ["unknown-account"],
    },
    async ({ store }, { query, operator }) => {
      const { account, actor, action, request_id, cursor, limit = limitDefault } = query;
      const accountIds = await accountsAsked(store, operator, account ?? null);
      if (accountIds === "unknown") {
        return { refused: { why: "unknown-account", account: nobody } };
      }
      const found = await store.auditLog.find({
        ...(accountIds !== null && { accountIds }),
        ...(actor !== undefined && { actor }),
        ...(action !== undefined && { action }),
        ...(request_id !== undefined && { requestId: request_id }),
        ...readBounds(query),
        ...(cursor !== undefined && { after: afterOf(cursor) }),
        limit: limit + 1,
      });
      return {
        body: pageOf(found, limit, auditEventToJson, ({ at, id }) => [at, id]),
      };
    },
  ),
];

/** The refusal names no account, so that unknown and foreign ones have the same answer. */
const nobody = { tenant: "", environment: "development" } as const;

/** Null for the whole installation. */
async function accountsAsked(
  store: Pick<Store, "accounts">,
  operator: Pick<Operator, "accounts">,
  asked: string | null,
): Promise<readonly AccountId[] | null | "unknown"> {
  if (asked === null) return operator.accounts?.map(({ id }) => id) ?? null;
  const name = parseAccountName(asked);
  const account = name === null ? null : await visibleAccount(store, operator, name);
  return account === null ? "unknown" : [account.id];
}

function afterOf(cursor: string) {
  const [at, id] = readCursor(cursor, ["number", "string"]);
  return { at, id };
}
