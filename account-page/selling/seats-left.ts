import type { OfferedActivity, OfferedType } from "./offered-activities.ts";
import type { Slot } from "./place.ts";

/** What a customer can do about a ticket type of a slot now. The service decides anew when it is booked. */
export type SeatsLeft =
  /** `seats` is null where the type takes none. */
  | { readonly kind: "free"; readonly seats: number | null }
  /** Full, or others wait for a seat. */
  | { readonly kind: "waitlist" }
  | { readonly kind: "not-open"; readonly from: Date }
  | { readonly kind: "closed" };

/** Finds out from a slot what a customer can do about one of its ticket types. */
export function seatsLeft(slot: Slot, { id, isLimited }: OfferedType): SeatsLeft {
  const bookable = slot.availability[id];
  if (bookable === undefined) return { kind: "closed" };
  if (!bookable.bookable) {
    const { from } = bookable;
    return from === undefined ? { kind: "closed" } : { kind: "not-open", from: new Date(from) };
  }
  if (!isLimited) return { kind: "free", seats: null };
  const own = slot.ticket_types[id];
  const seats = Math.min(slot.free, own?.free ?? Infinity);
  const waitingElsewhere = Object.entries(slot.ticket_types).reduce(
    (sum, [other, { waiting }]) => sum + (other === id ? 0 : waiting),
    0,
  );
  if (seats > 0 && slot.waiting_tickets <= waitingElsewhere) return { kind: "free", seats };
  return { kind: "waitlist" };
}

/** Whether there is a seat for each of so many tickets. */
export function areFree(tickets: number, left: SeatsLeft): boolean {
  return left.kind === "free" && (left.seats === null || tickets <= left.seats);
}

/** The best of a slot's ticket types. */
export function bestOf(slot: Slot, { ticketTypes }: OfferedActivity): SeatsLeft {
  const all = ticketTypes.map((type) => seatsLeft(slot, type));
  const [best] = all.toSorted((one, other) => rank(one) - rank(other));
  return best ?? { kind: "closed" };
}

function rank(left: SeatsLeft): number {
  if (left.kind === "free") return left.seats === null ? 0 : -left.seats;
  return { waitlist: 1, "not-open": 2, closed: 3 }[left.kind];
}
