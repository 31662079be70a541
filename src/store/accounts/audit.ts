import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { AccountId, AccountName } from "../../domain/account.ts";
import type { IdempotentRequest } from "../../domain/idempotent-request.ts";
import type { Tables } from "../tables.ts";
import { recordRequest } from "./idempotent-requests.ts";

/** The actor and the time of a change of an account's data, or of who may reach it. */
export interface AuditContext {
  /** For example `command line: root`. */
  readonly actor: string;
  /** Milliseconds UTC. */
  readonly now: number;
  /** The id of the request that asked for the change; absent where there is none, as on the command line. */
  readonly requestId?: string;
  /** The request under an idempotency key that the change answers; its record is written with the change. */
  readonly once?: IdempotentRequest;
  /**
   * Asks whether the actor may still do it, and throws `RightsEnded`. What writes in several transactions asks before
   * each. Absent where nobody can take the right away, as on the command line.
   */
  readonly askAgain?: () => Promise<void>;
}

/** A transaction that changes an account's data. */
export interface Within {
  readonly transaction: Kysely<Tables>;
  readonly accountId: AccountId;
  readonly audit: AuditContext;
}

/**
 * Writes an audit event, and the record of an idempotent request. `details` says what changed and holds no secret. Throws
 * `AlreadyDone` where another request under the key was committed, so that the transaction changes nothing.
 */
export async function recordAudit(
  transaction: Kysely<Tables>,
  audit: AuditContext,
  action: string,
  accountId: AccountId | null,
  subject: string,
  details: object | null = null,
): Promise<void> {
  await transaction
    .insertInto("audit_event")
    .values({
      id: randomUUID(),
      at: audit.now,
      actor: audit.actor,
      action,
      account_id: accountId,
      subject,
      details: details === null ? null : JSON.stringify(details),
      request_id: audit.requestId ?? null,
    })
    .execute();
  const { once, now: at, requestId: request = null } = audit;
  if (once !== undefined) await recordRequest(transaction, once, { subject, at, request }, at);
}

/** An act of an operator or of the service: who, when, what, by which request, and what changed. */
export interface AuditEvent {
  readonly id: string;
  /** Milliseconds UTC. */
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  /** Null for an act on the whole installation. */
  readonly account: AccountName | null;
  readonly subject: string;
  readonly details: unknown;
  readonly requestId: string | null;
}

/** Conditions on audit events; an absent condition matches every event. */
export interface AuditFilter {
  /** Events of these accounts only; events of the whole installation are left out. */
  readonly accountIds?: readonly AccountId[];
  readonly actor?: string;
  readonly subject?: string;
  readonly action?: string;
  readonly requestId?: string;
  /** Milliseconds UTC; inclusive bounds. */
  readonly from?: number;
  readonly to?: number;
  /** The page after this event, so only older ones. */
  readonly after?: { readonly at: number; readonly id: string };
  readonly limit: number;
}

/** Reads acts, newest first. A change of one booking is in its history alone. */
export async function findAuditEvents(
  reads: Kysely<Tables>,
  { accountIds, actor, subject, action, requestId, from, to, after, limit }: AuditFilter,
): Promise<AuditEvent[]> {
  if (accountIds?.length === 0) return [];
  let select = reads
    .selectFrom("audit_event")
    .leftJoin("account", "account.id", "audit_event.account_id")
    .selectAll("audit_event")
    .select(["account.tenant", "account.environment"]);
  if (accountIds !== undefined) select = select.where("audit_event.account_id", "in", accountIds);
  if (actor !== undefined) select = select.where("audit_event.actor", "=", actor);
  if (subject !== undefined) select = select.where("audit_event.subject", "=", subject);
  if (action !== undefined) select = select.where("audit_event.action", "=", action);
  if (requestId !== undefined) select = select.where("audit_event.request_id", "=", requestId);
  if (from !== undefined) select = select.where("audit_event.at", ">=", from);
  if (to !== undefined) select = select.where("audit_event.at", "<=", to);
  if (after !== undefined) {
    select = select.where((where) => {
      const place = where.refTuple("audit_event.at", "audit_event.id");
      return where(place, "<", where.tuple(after.at, after.id));
    });
  }
  const rows = await select
    .orderBy("audit_event.at", "desc")
    .orderBy("audit_event.id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    actor: row.actor,
    action: row.action,
    account:
      row.tenant === null || row.environment === null
        ? null
        : { tenant: row.tenant, environment: row.environment },
    subject: row.subject,
    details: row.details === null ? null : JSON.parse(row.details),
    requestId: row.request_id,
  }));
}
