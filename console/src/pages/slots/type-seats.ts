import { t } from "../../language/t.ts";
import type { Slot } from "../../api/operations.ts";

type Seats = Pick<Slot, "capacity" | "taken" | "free" | "ticket_types">;
type Left = Pick<Slot, "capacity" | "taken" | "free"> & {
  /** The tickets that wait for the type; null for a type without a limit, which the API does not count. */
  readonly waiting: number | null;
};

/** What a slot has for a ticket type: within the type's limit, where it has one, and the slot's seats. */
export function seatsOfType(slot: Seats, ticketType: string | null): Left {
  const limit = ticketType === null ? undefined : slot.ticket_types[ticketType];
  if (limit === undefined) return { ...slot, waiting: null };
  return {
    capacity: Math.min(limit.capacity, slot.capacity),
    taken: limit.taken,
    free: Math.min(limit.free, slot.free),
    waiting: limit.waiting,
  };
}

/**
 * What is left of each ticket type that has a limit in all of these slots, and who waits for it, in words; empty where
 * none has.
 */
export function leftByType(slots: readonly Seats[], nameOf: (id: string) => string): string {
  const [first] = slots;
  const ids = Object.keys(first?.ticket_types ?? {}).filter((id) =>
    slots.every(({ ticket_types: types }) => types[id] !== undefined),
  );
  return ids
    .map((id) => {
      const seats = slots.map((slot) => seatsOfType(slot, id));
      const sum = (of: (each: Left) => number) =>
        seats.reduce((total, each) => total + of(each), 0);
      const left = t("{type}: {free} of {capacity} left", {
        type: nameOf(id),
        free: sum(({ free }) => free),
        capacity: sum(({ capacity }) => capacity),
      });
      const waiting = sum((each) => each.waiting ?? 0);
      return waiting === 0 ? left : t("{seats}, {waiting} waiting", { seats: left, waiting });
    })
    .join(", ");
}
