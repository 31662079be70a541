import { ask } from "../../api/ask.ts";
import type { Booking } from "../../api/operations.ts";
import { ProblemError } from "../../api/problem.ts";

/** What the desk asks of the service. */
export interface DoorApi {
  /** Null where there is no such booking. */
  show(booking: string): Promise<Booking | null>;
  /** Bookings of a contact, the next ones first. */
  ofContact(externalId: string, from: string): Promise<readonly Booking[]>;
  /** Why it waits, in words. */
  whyWaiting(booking: string): Promise<string>;
  /** A ticket, or null for all; the history tells by the request's id what it changed. */
  checkIn(booking: string, ticket: number | null, requestId: string): Promise<Booking>;
  undo(booking: string, ticket: number | null, requestId: string): Promise<Booking>;
}

export function doorApi(account: {
  readonly tenant: string;
  readonly environment: string;
}): DoorApi {
  const change = async (
    operation: "checkIn" | "undoCheckIn",
    booking: string,
    ticket: number | null,
    requestId: string,
  ): Promise<Booking> => {
    const body = ticket === null ? {} : { ticket };
    return (await ask(operation, { path: { ...account, booking }, body, requestId })).body;
  };
  return {
    show: async (booking) => {
      try {
        return (await ask("showBooking", { path: { ...account, booking } })).body;
      } catch (error) {
        if (error instanceof ProblemError && error.status === 404) return null;
        throw error;
      }
    },
    ofContact: async (externalId, from) => {
      const query = { external_id: externalId, from, limit: 10 };
      return (await ask("findBookings", { path: account, query })).body.items;
    },
    whyWaiting: async (booking) => {
      const { body } = await ask("explainBooking", { path: { ...account, booking } });
      return body.waitlist?.why ?? "";
    },
    checkIn: (booking, ticket, requestId) => change("checkIn", booking, ticket, requestId),
    undo: (booking, ticket, requestId) => change("undoCheckIn", booking, ticket, requestId),
  };
}
