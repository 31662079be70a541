import { becauseOf } from "../../domain/because.ts";

/** What a change has in the feed beside its kind. */
export interface ChangeDetails {
  readonly reason?: string;
  readonly because?: string;
  readonly from?: unknown;
  /** Of `offered`: until when seats are kept. */
  readonly offer_ends_at?: string;
  /** Of `reminder-due`. */
  readonly minutes_before?: number;
}

/** What a booking's event has in the feed and in webhooks beside its kind. */
export function feedDetailsOfBooking(kind: string, actor: string, details: unknown): ChangeDetails {
  const values =
    typeof details === "string" ? ofInterest(kind, details) : (details as ChangeDetails | null);
  const because = becauseOf(kind, actor, values);
  return {
    ...pick(values, ["reason", "offer_ends_at", "minutes_before"]),
    ...(because !== null && { because }),
  };
}

/** Null for details without a field of the feed. Those of an import are long, because they hold all tickets: they are not parsed. */
function ofInterest(kind: string, details: string): ChangeDetails | null {
  const names = ["because", "reason", "offer_ends_at", "minutes_before"];
  const isOfInterest = kind === "promoted" || names.some((name) => details.includes(`"${name}":`));
  return isOfInterest ? parsed(details) : null;
}

export function feedDetailsOfSlot(details: string | null): ChangeDetails {
  return pick(parsed(details), ["reason", "because", "from"]);
}

/** The named fields that have a value. */
function pick(
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
