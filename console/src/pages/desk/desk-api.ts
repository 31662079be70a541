import { t } from "../../language/t.ts";
import { ask } from "../../api/ask.ts";
import type { Booking } from "../../api/operations.ts";
import { ProblemError, UnreachableError } from "../../api/problem.ts";

/** What the desk asks of the service. Each question has a limit of time, in milliseconds. */
export interface DeskApi {
  /** Null where there is no such booking. */
  show(booking: string, limitMs: number): Promise<Booking | null>;
  /** Bookings of a contact, the next ones first. */
  ofContact(externalId: string, from: string, limitMs: number): Promise<readonly Booking[]>;
  /** Why it waits, in words. */
  whyWaiting(booking: string, limitMs: number): Promise<string>;
  change(change: CheckInChange, limitMs: number): Promise<Booking>;
}

export interface CheckInChange {
  readonly operation: "checkIn" | "undoCheckIn";
  readonly booking: string;
  /** Null for all that are live. */
  readonly ticket: number | null;
  /** The history tells by it what the request changed; sent again under it, it changes nothing. */
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
          return (await ask("showBooking", { path: { ...account, booking } }, signal)).body;
        } catch (error) {
          if (error instanceof ProblemError && error.status === 404) return null;
          throw error;
        }
      }),
    ofContact: (externalId, from, limitMs) =>
      withinLimit(limitMs, async (signal) => {
        const query = { external_id: externalId, from, limit: 10 };
        return (await ask("findBookings", { path: account, query }, signal)).body.items;
      }),
    whyWaiting: (booking, limitMs) =>
      withinLimit(limitMs, async (signal) => {
        const { body } = await ask("explainBooking", { path: { ...account, booking } }, signal);
        return body.waitlist?.why ?? "";
      }),
    change: ({ operation, booking, ticket, key }, limitMs) =>
      withinLimit(limitMs, async (signal) => {
        const question = {
          path: { ...account, booking },
          body: ticket === null ? {} : { ticket },
          requestId: key,
          idempotencyKey: ticket === null ? key : `${key}-${ticket}`,
        };
        return (await ask(operation, question, signal)).body;
      }),
  };
}

/** An answer whose head arrived in time may stop in its middle: the limit holds for its body too. */
async function withinLimit<T>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    return await work(signal);
  } catch (error) {
    if (error instanceof ProblemError || !signal.aborted) throw error;
    throw new UnreachableError(t("The service did not answer in time."), { cause: error });
  }
}

/**
 * Whether an error leaves open what happened, so that the same request has to be sent again: no
 * answer, an answer of something between, a limit of rate, or a session that has ended.
 */
export function leavesOpen(error: unknown): boolean {
  if (error instanceof UnreachableError) return true;
  if (!(error instanceof ProblemError)) return false;
  return error.status >= 500 || [401, 408, 429].includes(error.status);
}
