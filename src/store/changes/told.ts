import { becauseOf } from "../../domain/because.ts";

/** What a change tells beside its kind, where there is something. */
export interface ChangeDetails {
  readonly reason?: string;
  readonly because?: string;
  readonly from?: unknown;
  /** Of `offered`: until when seats are kept. */
  readonly offer_ends_at?: string;
  /** Of `reminder-due`. */
  readonly minutes_before?: number;
}

/** What the feed and webhooks tell of a booking's event beside its kind. */
export function toldOfBooking(kind: string, actor: string, details: unknown): ChangeDetails {
  const values =
    typeof details === "string" ? ofInterest(kind, details) : (details as ChangeDetails | null);
  const because = becauseOf(kind, actor, values);
  return {
    ...told(values, ["reason", "offer_ends_at", "minutes_before"]),
    ...(because !== null && { because }),
  };
}

/** Null for details of which nothing is told: those of an import hold all tickets. */
function ofInterest(kind: string, details: string): ChangeDetails | null {
  const names = ["because", "reason", "offer_ends_at", "minutes_before"];
  const isTold = kind === "promoted" || names.some((name) => details.includes(`"${name}":`));
  return isTold ? parsed(details) : null;
}

export function toldOfSlot(details: string | null): ChangeDetails {
  return told(parsed(details), ["reason", "because", "from"]);
}

/** The details of an event that the feed tells. */
function told(
  values: ChangeDetails | null,
  names: readonly (keyof ChangeDetails)[],
): ChangeDetails {
  return Object.fromEntries(
    // An erasure leaves a reason null.
    names.flatMap((name) => (values?.[name] == null ? [] : [[name, values[name]]])),
  );
}

/** The details as the store's own rows have them. */
function parsed(details: string | null): ChangeDetails | null {
  return details === null ? null : (JSON.parse(details) as ChangeDetails);
}
