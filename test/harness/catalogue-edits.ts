import assert from "node:assert/strict";
import type { AccountName } from "../../src/domain/account.ts";
import { isRefused, type Refused } from "../../src/domain/refusal.ts";
import type { Store } from "../../src/store/store.ts";
import type { AuditContext } from "../../src/store/accounts/audit.ts";
import type { AnyRefusal } from "../../src/operations/machinery/problems.ts";
import { operate } from "./operate.ts";
import { query } from "./query.ts";
import { acme, type TestService } from "./service.ts";

/** The audit context of every edit here. */
export const auditContext = () => ({
  actor: "operator: jo",
  now: Date.now(),
  requestId: "request-7",
});

/** A line of the catalogue; `if_match` is the ETag of what was seen, or null for something new. */
export interface EditRequest {
  readonly line: object;
  readonly if_match?: string | null;
}

interface Change {
  readonly before: object | null;
  readonly after: object;
}

export async function editCatalogue(
  store: Store,
  audit: AuditContext,
  account: AccountName,
  edits: readonly EditRequest[],
): Promise<readonly Change[] | Refused<AnyRefusal>> {
  const answer = await operate(store, "editCatalogue", { ...account, edits }, { audit });
  if (isRefused<AnyRefusal>(answer)) return answer;
  const { items } = answer as { readonly items: readonly Change[] };
  return items.map(({ before, after }) => ({ before, after }));
}

const removals = {
  group: "removeGroup",
  interaction: "removeInteraction",
  activity: "removeActivity",
  host: "removeHost",
  ticket_type: "removeTicketType",
  slot: "removeSlot",
} as const;

/** Removes the record of this line, of which only the key is read; null when it is done. */
export async function removeFromCatalogue(
  store: Store,
  audit: AuditContext,
  account: AccountName,
  line: object,
  { withUnbooked = false, ifMatch = "*" } = {},
): Promise<Refused<AnyRefusal> | null> {
  const { kind, ...fields } = line as { readonly kind: keyof typeof removals };
  const along = withUnbooked ? { with: "everything-unbooked" } : {};
  const values = { ...account, ...fields, ...along };
  return operate(store, removals[kind], values, { audit, ifMatch });
}

/** Edits the catalogue; a refusal fails the test. */
export async function edit(service: TestService, ...requests: EditRequest[]) {
  const answer = await editCatalogue(service.store, auditContext(), acme, requests);
  if (isRefused(answer)) assert.fail(JSON.stringify(answer.refused));
  return answer;
}

/** What the audit log has of edits, in the order of their subjects. */
export function auditedEdits(service: TestService): Record<string, unknown>[] {
  return query(
    service.databaseUrl,
    "select actor, action, subject, request_id, details from audit_event where action like 'catalogue%' order by subject",
  ).map((row) => ({ ...row, details: JSON.parse(String(row["details"])) }));
}

/** A host of the workshop in the booking house. */
export const host = {
  kind: "host",
  interaction: "pk_summer",
  activity: "workshop",
  id: "ann",
  display_name: "Ann",
  slot_duration_in_minutes: 20,
};
