import { formatAccountName } from "../../../domain/account.ts";
import { formatInstant } from "../../../domain/instant.ts";
import type { TracedRequest as Recorded } from "../../../store/accounts/trace-request.ts";
import type { Sent } from "../../../operations/fields.ts";
import type { TracedRequest } from "./record-schema.ts";

export function tracedRequestToJson(traced: Recorded): Sent<typeof TracedRequest> {
  return {
    request_id: traced.requestId,
    at: formatInstant(traced.at),
    account: formatAccountName(traced.account),
    client_id: traced.clientId,
    endpoint: traced.endpoint,
    request: traced.request,
    decision: traced.refusal ?? "done",
    changes: traced.changes.map((change) => ({
      booking: change.bookingId,
      event: change.event,
      at: formatInstant(change.at),
      details: change.details,
    })),
    answer: { status: traced.status, body: traced.answer },
    duration_ms: traced.durationMs,
  };
}
