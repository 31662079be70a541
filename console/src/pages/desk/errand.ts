import type { Door } from "./judge.ts";

/** What the desk asks of the service, and asks again until it is answered. It survives a reload. */
export interface Errand {
  /** Names its requests, and makes each of them safe to repeat. */
  readonly key: string;
  readonly act: Act;
  /** The names, or the code where none are known. */
  readonly who: string;
  /** The door that was open then. */
  readonly door: Door;
  /** Milliseconds. */
  readonly at: number;
  /** What it checks in is undone as soon as it is answered. */
  regretted?: boolean;
}

export type Act =
  | { readonly kind: "scan"; readonly booking: string; readonly whole: boolean }
  /** An external id that nobody on the list has. */
  | { readonly kind: "search"; readonly text: string }
  /** Checks in these tickets, null for all, also at another door. */
  | { readonly kind: "admit"; readonly booking: string; readonly tickets: Tickets }
  | { readonly kind: "undo"; readonly booking: string; readonly tickets: Tickets };

/** Numbers of tickets; null for all that are live. */
export type Tickets = readonly number[] | null;

/** The booking that an errand would check in; null where none is known, or none would be. */
export function bookingToAdmit({ act }: Errand): string | null {
  return act.kind === "scan" || act.kind === "admit" ? act.booking : null;
}

/** Whether nobody of the booking is left to be checked in once this is recorded. */
export function admitsAll({ act, regretted = false }: Errand): boolean {
  return !regretted && (act.kind === "scan" || (act.kind === "admit" && act.tickets === null));
}
