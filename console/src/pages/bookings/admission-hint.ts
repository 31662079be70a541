import { t } from "../../language/t.ts";
import type { Slot } from "../../api/operations.ts";

type Seats = Pick<Slot, "free" | "capacity" | "waiting_tickets">;

export function seatsLeft({ free, capacity, waiting_tickets: waiting }: Seats): string {
  const seats = free === 0 ? t("full") : t("{free} of {capacity} left", { free, capacity });
  return waiting === 0 ? seats : t("{seats}, {waiting} waiting", { seats, waiting });
}

/** Whether that many tickets get seats at once, by the slot's present numbers. */
export function isRoomFor(slot: Seats, tickets: number, isLimited: boolean): boolean {
  return !isLimited || (slot.waiting_tickets === 0 && slot.free >= tickets);
}

/** The status that a booking of these tickets would get, by the slot's present numbers. */
export function admissionHint(slot: Seats, tickets: number, isLimited: boolean): string {
  if (!isLimited) return t("This ticket type takes no seat: it will be confirmed.");
  if (slot.waiting_tickets > 0) return t("Others wait already: it will join the waitlist.");
  if (slot.free >= tickets) return t("There are seats: it will be confirmed.");
  return slot.free === 0
    ? t("It is full: it will join the waitlist.")
    : t("Only {free} left, and all tickets get a seat or none: it will join the waitlist.", {
        free: slot.free,
      });
}
