import { Type } from "typebox";
import { AccountText, textOrNull, time } from "../../../operations/fields.ts";

export const TracedRequest = Type.Object({
  request_id: Type.String(),
  at: time("When it was answered; for a cancel that was made, when it was made."),
  account: AccountText,
  client_id: Type.String(),
  endpoint: Type.String(),
  request: Type.Unknown({ description: "What was sent, without values of the caller's." }),
  decision: Type.String(),
  changes: Type.Array(Type.Unknown()),
  answer: Type.Object({ status: Type.Integer(), body: Type.Unknown() }),
  duration_ms: Type.Union([Type.Number(), Type.Null()], {
    description: "Null for a cancel that was made: the booking's history has no duration.",
  }),
});

export const AuditEventShape = Type.Object({
  id: Type.String(),
  at: time("When."),
  actor: Type.String(),
  action: Type.String(),
  account: textOrNull("Null for what concerns the whole installation."),
  subject: Type.String(),
  details: Type.Unknown({ description: "What stood before and after." }),
  request_id: textOrNull("By which request; null on the command line."),
});
