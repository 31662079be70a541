import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { CountsByKind, ImportCounts } from "../../domain/import/import-report.ts";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import type { Tables } from "../tables.ts";

/** An import in portions that was begun: what the audit log holds of it. */
export interface BegunImport {
  readonly import: string;
  /** Equal for runs with the same file and the same options. */
  readonly digest: string | null;
  /** The rows that the whole import was to write when it began. */
  readonly created: CountsByKind;
  readonly updated: CountsByKind;
}

/** An import that has not ended; `at` is when it began, in milliseconds UTC. */
export type UnfinishedImport = BegunImport & { readonly at: number };

/** Actions of the audit log. */
const [begun, ended] = ["data import begun", "data imported"];

/** How many of the account's imports are searched for one that broke off. */
const eventsRead = 1_000;

/** Finds the import of the same file that was begun and not ended. */
export async function findUnfinished(
  reads: Kysely<Tables>,
  accountId: AccountId,
  digest: string | null,
): Promise<UnfinishedImport | null> {
  if (digest === null) return null;
  const rows = await reads
    .selectFrom("audit_event")
    .select(["at", "action", "details"])
    .where("account_id", "=", accountId)
    .where("action", "in", [begun, ended])
    .orderBy("at", "desc")
    .limit(eventsRead)
    .execute();
  const events = rows.map(({ at, action, details }) => ({
    ...(JSON.parse(details ?? "{}") as BegunImport),
    at,
    action,
  }));
  const over = new Set(events.filter(({ action }) => action === ended).map((each) => each.import));
  return (
    events.find(
      (each) => each.action === begun && each.digest === digest && !over.has(each.import),
    ) ?? null
  );
}

export function recordBegun(
  transaction: Kysely<Tables>,
  audit: AuditContext,
  accountId: AccountId,
  details: BegunImport,
): Promise<void> {
  return recordAudit(transaction, audit, begun, accountId, "data file", details);
}

export function recordEnded(
  transaction: Kysely<Tables>,
  audit: AuditContext,
  accountId: AccountId,
  details: ImportCounts & { readonly import: string; readonly overbooked: object },
): Promise<void> {
  return recordAudit(transaction, audit, ended, accountId, "data file", details);
}
