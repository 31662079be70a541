import { bookingStep, newBookingState, newSlotState, slotStep } from "./booking-model.ts";
import { isLinearizable } from "./history.ts";
import {
  lawfulBookings,
  lawfulOffers,
  lawfulSlots,
  plantedBookings,
  plantedOffers,
  plantedSlots,
} from "./planted-histories.ts";

/** Returns the checker's wrong verdicts on histories whose truth is known. */
export function distrustChecker(): string[] {
  const ofBooking = (history: (typeof lawfulBookings)[number]) =>
    isLinearizable(history, newBookingState, bookingStep);
  const ofSlot = (history: (typeof lawfulSlots)[number]) =>
    isLinearizable(history, newSlotState(1), slotStep);
  const ofOffers = (history: (typeof lawfulOffers)[number]) =>
    isLinearizable(history, newSlotState(2, true), slotStep);
  const missed = [
    ...Object.entries(plantedBookings).filter(([, history]) => ofBooking(history)),
    ...Object.entries(plantedSlots).filter(([, history]) => ofSlot(history)),
    ...Object.entries(plantedOffers).filter(([, history]) => ofOffers(history)),
  ].map(([bug]) => `the checker does not see: ${bug}`);
  const refused = [
    ...lawfulBookings.filter((history) => !ofBooking(history)),
    ...lawfulSlots.filter((history) => !ofSlot(history)),
    ...lawfulOffers.filter((history) => !ofOffers(history)),
  ].map((history) => `the checker refuses ${JSON.stringify(history)}`);
  return [...missed, ...refused];
}
