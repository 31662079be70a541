import { formatAccountName } from "../../../domain/account.ts";
import { formatInstant } from "../../../domain/instant.ts";
import type { TracedRequest } from "../../../store/accounts/request-records.ts";

/** One recorded request as scripts read it. */
export function tracedRequestToJson(traced: TracedRequest): object {
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
