import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Tables } from "../tables.ts";

/** Who does something, and when; every change by an operator carries it. */
export interface AuditContext {
  /** For example `command line: root`. */
  readonly actor: string;
  /** Milliseconds UTC. */
  readonly now: number;
  /** The request by which it is done; absent where there is none, as on the command line. */
  readonly requestId?: string;
}

/** Writes down what an operator did. `details` holds what stood before and after, never a secret. */
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

/** Tells every running process that accounts, hosts, endpoints or credentials have changed. */
export async function raiseDirectoryVersion(transaction: Kysely<Tables>): Promise<void> {
  await transaction
    .updateTable("directory")
    .set((column) => ({ version: column("version", "+", 1) }))
    .execute();
}
