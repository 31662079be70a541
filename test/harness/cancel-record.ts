import type { AccountId } from "../../src/domain/account.ts";

/** The record of a cancel that was answered 200. */
export const cancelRecord = (accountId: AccountId, requestId: string) => ({
  accountId,
  requestId,
  at: Date.now(),
  clientId: "bsc_somebody",
  endpoint: "interactions:cancelInteractionBooking",
  request: {},
  status: 200,
  refusal: null,
  answer: {},
  durationMs: 1,
});
