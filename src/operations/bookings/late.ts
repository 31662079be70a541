import { passesOver } from "../machinery/fields.ts";

/** What gives a seat at a time at which none is given. */
export const Late = passesOver(
  "Gives the seat after the slot began, after a cut-off, or outside of the ticket type's window; that is recorded.",
);
export const lateTyped = {
  about: "give the seat although the slot began or booking is closed; that is recorded",
};
export const refusedByClock = ["slot-has-begun", "booking-not-open", "booking-closed"] as const;
