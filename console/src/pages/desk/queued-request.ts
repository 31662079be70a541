import type { DeskScope } from "./decide-entry.ts";

/** What the desk asks of the service, and asks again until it is answered. It survives a reload. */
export interface QueuedRequest {
  /** Names its requests, and makes each of them safe to repeat. */
  readonly key: string;
  readonly action: DeskAction;
  /** The names, or the code where none are known. */
  readonly who: string;
  /** The door that was open then. */
  readonly scope: DeskScope;
  /** Milliseconds. */
  readonly at: number;
  /** What it checks in is undone as soon as it is answered. */
  regretted?: boolean;
}

export type DeskAction =
  | { readonly kind: "scan"; readonly booking: string; readonly whole: boolean }
  /** An external id that nobody on the list has. */
  | { readonly kind: "search"; readonly text: string }
  /** Checks in these tickets, null for all, also at another door. */
  | { readonly kind: "admit"; readonly booking: string; readonly tickets: Tickets }
  | { readonly kind: "undo"; readonly booking: string; readonly tickets: Tickets };

/** Numbers of tickets; null for all that are live. */
export type Tickets = readonly number[] | null;

/** The booking that an errand would check in; null where none is known, or none would be. */
export function bookingToAdmit({ action }: QueuedRequest): string | null {
  return action.kind === "scan" || action.kind === "admit" ? action.booking : null;
}

/** Whether nobody of the booking is left to be checked in once this is recorded. */
export function admitsAll({ action, regretted = false }: QueuedRequest): boolean {
  return (
    !regretted && (action.kind === "scan" || (action.kind === "admit" && action.tickets === null))
  );
}
