import type { operations } from "booking-service-operator";

export type Slot =
  operations["listSlots"]["responses"]["200"]["content"]["application/json"]["items"][number];

/** Names a slot. */
export interface Place {
  /** The campaign's public key. */
  readonly interaction: string;
  readonly activity: string;
  /** Null where the activity offers no choice of hosts. */
  readonly host: string | null;
  /** RFC 3339, UTC. */
  readonly startingAt: string;
}

export function placeOf({ interaction, activity, host, starting_at: startingAt }: Slot): Place {
  return { interaction, activity, host: host ?? null, startingAt };
}

/** The fields of a place in a link or a form. */
export function fieldsOf({ interaction, activity, host, startingAt }: Place): [string, string][] {
  return [
    ["interaction", interaction],
    ["activity", activity],
    ...(host === null ? [] : [["host", host] as [string, string]]),
    ["start", startingAt],
  ];
}

/** Null where a link or a form names no slot. */
export function readPlace(fields: URLSearchParams): Place | null {
  const [interaction, activity, start] = ["interaction", "activity", "start"].map((name) =>
    fields.get(name),
  );
  const moment = new Date(start ?? "");
  if (!interaction || !activity || Number.isNaN(moment.getTime())) return null;
  return { interaction, activity, host: fields.get("host"), startingAt: moment.toISOString() };
}
