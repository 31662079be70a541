import { language, t } from "../../language/t.ts";
import { translated } from "../bookings/service-words.ts";
import { whoOf } from "./who.ts";
import { callApi } from "../../api/call-api.ts";
import type { Booking } from "../../api/operations.ts";
import { OtherOperatorError, ProblemError, UnreachableError } from "../../api/problem.ts";
import { isAnothersBrowser } from "../../api/session.ts";

/** The desk's requests to the operator API. Each has a time limit, in milliseconds. */
export interface DeskApi {
  /** Null where there is no such booking. */
  show(booking: string, limitMs: number): Promise<Booking | null>;
  /** The bookings of a contact, or else those with such a reference, by the start of their slots. */
  ofContact(externalId: string, from: string, limitMs: number): Promise<readonly Booking[]>;
  /** Why the booking is on the waitlist, as a sentence. */
  whyWaiting(booking: string, limitMs: number): Promise<string>;
  change(change: CheckInChange, limitMs: number): Promise<Booking>;
}

export interface CheckInChange {
  readonly operation: "checkIn" | "undoCheckIn";
  readonly booking: string;
  /** Null for all live tickets. */
  readonly ticket: number | null;
  /** The booking's history names the request by this key; a repetition under the same key changes nothing. */
  readonly key: string;
}

export function createDeskApi(account: {
  readonly tenant: string;
  readonly environment: string;
}): DeskApi {
  return {
    show: (booking, limitMs) =>
      withinLimit(limitMs, async (signal) => {
        try {
          return (await callApi("showBooking", { path: { ...account, booking } }, signal)).body;
        } catch (error) {
          if (error instanceof ProblemError && error.status === 404) return null;
          throw error;
        }
      }),
    ofContact: (externalId, from, limitMs) =>
      withinLimit(limitMs, async (signal) => {
        const find = async (query: { external_id: string } | { reference: string }) => {
          const request = { path: account, query: { ...query, from, limit: 10 } };
          return (await callApi("findBookings", request, signal)).body.items;
        };
        const found = await find({ external_id: externalId });
        return found.length > 0 || externalId.length > referenceMaxLength
          ? found
          : find({ reference: externalId });
      }),
    whyWaiting: (booking, limitMs) =>
      withinLimit(limitMs, async (signal) => {
        const { body } = await callApi("explainBooking", { path: { ...account, booking } }, signal);
        const { why = "", blocked_by: before = null } = body.waitlist ?? {};
        const request = { path: { ...account, booking: before?.booking ?? "" } };
        const ahead =
          before === null ? undefined : whoOf((await callApi("showBooking", request, signal)).body);
        return inLanguage(why, ahead);
      }),
    change: ({ operation, booking, ticket, key }, limitMs) =>
      withinLimit(limitMs, async (signal) => {
        const request = {
          path: { ...account, booking },
          body: ticket === null ? {} : { ticket },
          requestId: key,
          idempotencyKey: ticket === null ? key : `${key}-${ticket}`,
        };
        return (await callApi(operation, request, signal)).body;
      }),
  };
}

const referenceMaxLength = 64;

/** The limit includes the response's body, which may stop after its head has arrived. */
async function withinLimit<T>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    if (isAnothersBrowser()) throw new OtherOperatorError();
    return await work(signal);
  } catch (error) {
    if (error instanceof ProblemError || !signal.aborted) throw error;
    throw new UnreachableError(t("The service did not answer in time."), { cause: error });
  }
}

/**
 * Whether the request's outcome is unknown, so that the same request has to be sent again: no
 * response, a response of a proxy, a rate limit, or a session that has ended or is another operator's.
 */
export function leavesOpen(error: unknown): boolean {
  if (error instanceof UnreachableError || error instanceof OtherOperatorError) return true;
  if (!(error instanceof ProblemError)) return false;
  return error.status >= 500 || [401, 408, 429].includes(error.status);
}

/** What no catalogue has stays in the service's English. */
function inLanguage(sentence: string, ahead: string | undefined): string {
  const isAsSent = language === "en" && ahead === undefined;
  return (isAsSent ? null : translated(sentence, ahead)) ?? sentence;
}
