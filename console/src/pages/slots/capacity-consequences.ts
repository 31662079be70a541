import type { Slot } from "../../api/operations.ts";

export interface Consequences {
  readonly words: readonly string[];
  /** More would be taken than there are seats: only on purpose. */
  readonly overbooks: boolean;
}

/** What changing a slot's capacity leads to, in the order in which it matters. */
export function capacityConsequences(
  { capacity, taken, waiting_tickets: waiting }: Slot,
  wanted: number,
  automatic: boolean,
): Consequences {
  if (!Number.isInteger(wanted) || wanted < 0) return { words: [], overbooks: false };
  const free = Math.max(0, wanted - taken);
  if (wanted < taken && wanted > capacity) {
    // It may come closer to what is taken without being asked.
    return { words: [`${taken - wanted} seats too many will still be taken.`], overbooks: false };
  }
  if (wanted < taken && wanted < capacity) {
    return {
      overbooks: true,
      words: [
        `${taken} seats are taken: ${taken - wanted} more than there would be. Nobody loses a seat.`,
        "Choose at least that, cancel bookings first, or overbook on purpose.",
      ],
    };
  }
  if (wanted === capacity) return { words: ["Nothing changes."], overbooks: false };
  const words = [free === 1 ? "1 seat will be free." : `${free} seats will be free.`];
  if (wanted > capacity && waiting > 0) {
    words.push(
      automatic
        ? "The campaign promotes by itself: those who wait move up at once, first come first."
        : `${waiting} waiting tickets stay where they are: the campaign promotes by hand.`,
    );
  }
  if (wanted < capacity && free === 0) words.push("The slot will be full: who books now waits.");
  return { words, overbooks: false };
}
