import { t } from "../../language/t.ts";
import type { Slot } from "../../api/operations.ts";

type Seats = Pick<Slot, "capacity" | "taken" | "free" | "ticket_types">;

/** What a slot has for a ticket type: within the type's limit, where it has one, and the slot's seats. */
export function seatsOfType(
  slot: Seats,
  ticketType: string | null,
): Pick<Seats, "capacity" | "taken" | "free"> {
  const limit = ticketType === null ? undefined : slot.ticket_types[ticketType];
  if (limit === undefined) return slot;
  return {
    capacity: Math.min(limit.capacity, slot.capacity),
    taken: limit.taken,
    free: Math.min(limit.free, slot.free),
  };
}

/** What is left of each ticket type that has a limit in all of these slots, in words; empty where none has. */
export function leftByType(slots: readonly Seats[], nameOf: (id: string) => string): string {
  const [first] = slots;
  const ids = Object.keys(first?.ticket_types ?? {}).filter((id) =>
    slots.every(({ ticket_types: types }) => types[id] !== undefined),
  );
  return ids
    .map((id) => {
      const seats = slots.map((slot) => seatsOfType(slot, id));
      return t("{type}: {free} of {capacity} left", {
        type: nameOf(id),
        free: seats.reduce((sum, { free }) => sum + free, 0),
        capacity: seats.reduce((sum, { capacity }) => sum + capacity, 0),
      });
    })
    .join(", ");
}
