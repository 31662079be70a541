import type { Booking } from "../../api/operations.ts";
import { decideEntry, type DeskScope } from "./decide-entry.ts";

/** A request of the desk that is sent until it has a response. It survives a reload of the page. */
export interface QueuedRequest {
  /** The request id and the idempotency key, which make a repetition safe. */
  readonly key: string;
  readonly action: DeskAction;
  /** The attendees' names, or the scanned code where none are known. */
  readonly who: string;
  /** The desk's scope at the time of the scan. */
  readonly scope: DeskScope;
  /** Milliseconds. */
  readonly at: number;
  /** The desk undoes the check-in as soon as the response arrives. */
  regretted?: boolean;
}

export type DeskAction =
  /** `whole`: a party is checked in without a choice of its tickets. */
  | { readonly kind: "scan"; readonly booking: string; readonly whole: boolean }
  /** An external id that no booking on the list has. */
  | { readonly kind: "search"; readonly text: string }
  /** Checks in these tickets, null for all, whatever the booking's slot. */
  | { readonly kind: "admit"; readonly booking: string; readonly tickets: Tickets }
  | { readonly kind: "undo"; readonly booking: string; readonly tickets: Tickets };

/** Ticket numbers; null for all live tickets. */
export type Tickets = readonly number[] | null;

/** The booking that the request would check in; null where it names none, or checks nobody in. */
export function bookingToAdmit({ action }: QueuedRequest): string | null {
  return action.kind === "scan" || action.kind === "admit" ? action.booking : null;
}

/**
 * Whether the request checks in everybody of its booking. `listed`: the booking on the desk's list. A scan of an
 * unlisted booking may end in a choice of tickets, or in a refusal.
 */
export function admitsAll(
  { action, scope, regretted = false }: QueuedRequest,
  listed: Booking | undefined,
): boolean {
  if (regretted) return false;
  if (action.kind !== "scan") return action.kind === "admit" && action.tickets === null;
  if (listed === undefined) return false;
  const { kind } = decideEntry(listed, scope);
  return kind === "go" || (kind === "choose" && action.whole);
}
