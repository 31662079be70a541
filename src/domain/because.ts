/** Why a change happened, in a word that programs compare. Later releases may have others. */
export type Because =
  | "caller"
  | "operator"
  | "slot-closed"
  | "slot-changed"
  | "contact-erased"
  | "seat-freed"
  | "offer-accepted";

/**
 * Why the event of a booking happened; null where its kind says so. What concerns many bookings at once stands in the
 * details; what the actor and the other details say is not written, so that a cancel writes no byte more.
 */
export function becauseOf(kind: string, actor: string, given: unknown): string | null {
  const details = given as Details | null;
  if (typeof details?.because === "string") return details.because;
  if (kind === "promoted") {
    if (details?.accepted === true) return "offer-accepted" satisfies Because;
    return (details?.automatic === true ? "seat-freed" : "operator") satisfies Because;
  }
  if (kind === "offered") return "seat-freed" satisfies Because;
  if (kind === "cancelled" || kind === "ticket-cancelled") {
    return (actor.startsWith(callerPrefix) ? "caller" : "operator") satisfies Because;
  }
  return kind === "moved" ? ("operator" satisfies Because) : null;
}

interface Details {
  readonly because?: unknown;
  readonly accepted?: unknown;
  readonly automatic?: unknown;
}

const callerPrefix = "client: ";
