import { formatAccountName } from "../../../domain/account.ts";
import { formatInstant } from "../../../domain/instant.ts";
import type { AuditEvent } from "../../../store/accounts/audit-log.ts";
import type { Sent } from "../../../operations/fields.ts";
import type { AuditEventShape } from "./record-schema.ts";

export function auditEventToJson(event: AuditEvent): Sent<typeof AuditEventShape> {
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
