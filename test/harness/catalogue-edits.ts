import assert from "node:assert/strict";
import { isRefused } from "../../src/domain/refusal.ts";
import { editCatalogue, type EditRequest } from "../../src/usecases/operator/edit-catalogue.ts";
import { query } from "./query.ts";
import { acme, type TestService } from "./service.ts";

/** The audit context of every edit here. */
export const auditContext = () => ({
  actor: "operator: jo",
  now: Date.now(),
  requestId: "request-7",
});

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
