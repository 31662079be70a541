import { Type } from "./schema.ts";
import { uuidPattern } from "./booking-record.ts";
import { errorsOfCalls, type EndpointContract } from "./endpoint.ts";
import { CancelReasonHeader, IdempotencyKeyHeader } from "./headers.ts";

/** Body of `POST /v1/interactions:cancelInteractionBooking` (interface, Endpoints 3). */
export const CancelRequest = Type.Object(
  {
    booking: Type.String({
      format: "uuid",
      pattern: uuidPattern,
      description:
        "The value of the `booking` field from the list, unchanged: no prefix, no braces, no change of case.",
      examples: ["2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11"],
    }),
  },
  { description: "Unknown fields are ignored." },
);

/** An empty JSON object. */
export const CancelResponse = Type.Object(
  {},
  { additionalProperties: false, description: "An empty JSON object." },
);

export const cancelInteractionBooking = {
  name: "interactions:cancelInteractionBooking",
  method: "POST",
  path: "/v1/interactions:cancelInteractionBooking",
  summary: "Cancel a booking",
  description: `Cancels one booking and all its tickets, a \`CONFIRMED\` or a \`WAITLIST\` one, before, during and after its slot. The next list shows it as \`CANCELLED\`, without delay.

- **A second cancel is a 400**, not a 200, and so is the retry of a cancel whose answer got lost. Send an \`Idempotency-Key\` to make a retry safe, or list the bookings to see where things stand.
- **400 with code 9 means "refused"**: already cancelled, an attendee has checked in, or past the campaign's cut-off. Nothing has changed.
- **500 means that the request is wrong**: no such booking in your account, or no UUID under \`booking\`. Tell your HTTP layer not to retry it.
- The body is read as JSON whatever its \`Content-Type\` says.`,
  authenticated: true,
  query: null,
  body: CancelRequest,
  bodyBesideBasic: null,
  form: null,
  headers: { "Idempotency-Key": IdempotencyKeyHeader, "X-Cancel-Reason": CancelReasonHeader },
  answer: CancelResponse,
  answerDescription: "The booking and its tickets are cancelled.",
  errors: [
    ...errorsOfCalls,
    "booking-malformed",
    "unknown-booking",
    "ticket-already-cancelled",
    "attendee-checked-in",
    "cancellation-closed",
    "idempotency-key-malformed",
    "idempotency-key-reused",
    "body-too-large",
  ],
} as const satisfies EndpointContract;
