import { t } from "../../language/t.ts";
import type { Operations, Slot } from "../../api/operations.ts";
import { leftByType, seatsOfType } from "../slots/type-seats.ts";

type Seats = Pick<Slot, "free" | "capacity" | "taken" | "waiting_tickets" | "ticket_types">;

/** The tickets that a booking asks for. */
export interface Wanted {
  readonly tickets: number;
  /** The ticket type's id; empty where none is chosen yet. */
  readonly ticketType: string;
  /** Whether the ticket type takes seats. */
  readonly isLimited: boolean;
}

/** What is left of the slot, and of its ticket types that have a limit in it: of the chosen one, else of each. */
export function seatsLeft(
  slot: Seats,
  { ticketType }: Pick<Wanted, "ticketType">,
  nameOf: (id: string) => string,
): string {
  const { free, capacity, waiting_tickets: waiting, ticket_types: types } = slot;
  const seats = free === 0 ? t("full") : t("{free} of {capacity} left", { free, capacity });
  const own = types[ticketType];
  const shown = own === undefined ? slot : { ...slot, ticket_types: { [ticketType]: own } };
  const ofTypes = ticketType !== "" && own === undefined ? "" : leftByType([shown], nameOf);
  const all = ofTypes === "" ? seats : `${seats} (${ofTypes})`;
  return waiting === 0 ? all : t("{seats}, {waiting} waiting", { seats: all, waiting });
}

/** Whether that many tickets get seats at once, by the slot's present numbers, whoever waits. */
export function isRoomFor(slot: Seats, { tickets, ticketType, isLimited }: Wanted): boolean {
  return (
    !isLimited || (slot.waiting_tickets === 0 && seatsOfType(slot, ticketType).free >= tickets)
  );
}

type Waiting = Pick<
  Operations["showWaitlist"]["answer"]["items"][number],
  "ticket_type" | "waitlist"
>;

/**
 * Whether those who wait hold back a new booking of a ticket type: one of its own type does, and one that another
 * limit than its type's keeps waiting, or that is the next to move up (A87).
 */
export function isHeldBack(waitlist: readonly Waiting[], ticketType: string): boolean {
  return waitlist.some(
    ({ ticket_type: type, waitlist: { limited_by: by } }) =>
      type === ticketType || by !== "ticket_type",
  );
}

/** The status that a booking of these tickets would get, by the slot's present numbers and those who wait. */
export function admissionHint(
  slot: Seats,
  { tickets, ticketType, isLimited }: Wanted,
  waitlist: readonly Waiting[] | null,
): string {
  if (!isLimited) return t("This ticket type takes no seat: it will be confirmed.");
  const waits = slot.waiting_tickets > 0;
  if (waits && waitlist === null) return t("Others wait already.");
  if (waits && isHeldBack(waitlist ?? [], ticketType)) {
    return t("Others wait already: it will join the waitlist.");
  }
  const limit = slot.ticket_types[ticketType];
  if (limit !== undefined && limit.free < tickets && limit.free <= slot.free) {
    return limit.free === 0
      ? t("The limit of this ticket type is reached: it will join the waitlist.")
      : t(
          "Only {free} left of this ticket type, and all tickets get a seat or none: it will join the waitlist.",
          { free: limit.free },
        );
  }
  if (slot.free >= tickets) return t("There are seats: it will be confirmed.");
  return slot.free === 0
    ? t("It is full: it will join the waitlist.")
    : t("Only {free} left, and all tickets get a seat or none: it will join the waitlist.", {
        free: slot.free,
      });
}
