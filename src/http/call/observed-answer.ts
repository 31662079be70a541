import type { RequestRecord } from "../../store/accounts/request-records.ts";
import { cancelInteractionBooking } from "../../../contract/cancel.ts";
import { readTraceparent } from "../../domain/traceparent.ts";
import type { Call } from "./call.ts";
import type { SentAnswer } from "./send-answer.ts";

/** The facts of an answer for log and metrics: no query, no token, no body. */
export interface ObservedAnswer {
  readonly requestId: string;
  readonly traceparent: string | null;
  readonly method: string;
  /** Wire name; `none` for a path that is no endpoint. */
  readonly endpoint: string;
  readonly status: number;
  readonly refusal: string | null;
  readonly account: string | null;
  readonly clientId: string | null;
  readonly address: string;
  readonly seconds: number;
}

export function observed(call: Call, sent: SentAnswer, durationMs: number): ObservedAnswer {
  return {
    requestId: call.id,
    traceparent: readTraceparent(call.request.headers["traceparent"]),
    method: call.request.method ?? "none",
    endpoint: call.endpoint,
    status: sent.status,
    refusal: sent.refusal,
    account: call.account?.name ?? null,
    clientId: call.clientId,
    address: call.address,
    seconds: durationMs / 1000,
  };
}

/**
 * Every authenticated request that was refused, and every cancel that leaves no history: a repeated one (decision A62).
 */
export function recordOf(
  { caller, endpoint, id, request, recordable, leftHistory }: Call,
  { status, refusal, refusalBody }: SentAnswer,
  { at, durationMs }: { readonly at: number; readonly durationMs: number },
): RequestRecord | null {
  const isCancel = endpoint === cancelInteractionBooking.name;
  if (caller === null || (refusal === null && (!isCancel || leftHistory))) return null;
  return {
    accountId: caller.account.id,
    requestId: id,
    at,
    clientId: caller.clientId,
    endpoint,
    request: { method: request.method, ...recordable },
    status,
    refusal,
    answer: refusalBody ?? {},
    durationMs,
  };
}
