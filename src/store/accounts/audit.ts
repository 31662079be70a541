import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Tables } from "../tables.ts";

/** The actor and the time of a change; every change by an operator carries them. */
export interface AuditContext {
  /** For example `command line: root`. */
  readonly actor: string;
  /** Milliseconds UTC. */
  readonly now: number;
  /** The id of the request that asked for the change; absent where there is none, as on the command line. */
  readonly requestId?: string;
}

/** Writes an audit event. `details` holds the state before and after, never a secret. */
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
}

/**
 * Raises the directory's version, so that every process reads accounts, hosts, endpoints and credentials
 * again.
 */
export async function raiseDirectoryVersion(transaction: Kysely<Tables>): Promise<void> {
  await transaction
    .updateTable("directory")
    .set((column) => ({ version: column("version", "+", 1) }))
    .execute();
}
