import {
  bookingStep,
  lawfulBookings,
  lawfulSlots,
  newBookingState,
  newSlotState,
  plantedBookings,
  plantedSlots,
  slotStep,
} from "./booking-model.ts";
import { isLinearizable } from "./history.ts";

/** Returns the checker's wrong verdicts on histories whose truth is known. */
export function distrustChecker(): string[] {
  const missed = [
    ...Object.entries(plantedBookings).filter(([, history]) =>
      isLinearizable(history, newBookingState, bookingStep),
    ),
    ...Object.entries(plantedSlots).filter(([, history]) =>
      isLinearizable(history, newSlotState(1), slotStep),
    ),
  ].map(([bug]) => `the checker does not see: ${bug}`);
  const refused = lawfulBookings
    .filter((history) => !isLinearizable(history, newBookingState, bookingStep))
    .map((history) => `the checker refuses ${JSON.stringify(history)}`);
  const refusedSlots = lawfulSlots
    .filter((history) => !isLinearizable(history, newSlotState(1), slotStep))
    .map((history) => `the checker refuses ${JSON.stringify(history)}`);
  return [...missed, ...refused, ...refusedSlots];
}
