import { bookingStatuses, type BookingChange, type BookingStatus } from "./booking.ts";

/** What may happen to a booking, by the kind of the event that records it. */
export type BookingEventKind =
  | BookingChange["event"]
  | "imported"
  | "updated"
  | "booked"
  | "promoted"
  | "contact-erased"
  | "moved";

interface Transitions {
  /** Whether it says anew which status the booking has, and since when: `booked_at` is its time. */
  readonly isStatusEvent: boolean;
  /** From which status (`""`: there was no booking) to which. */
  readonly paths: readonly (readonly [from: BookingStatus | "", to: BookingStatus])[];
}

/**
 * The state table of the interface with what is beyond it: the way onto and off the waitlist (A40),
 * and imports, which take over what another system says, whatever it was before.
 */
export const bookingStates = {
  imported: { isStatusEvent: true, paths: bookingStatuses.map((status) => ["", status]) },
  updated: {
    isStatusEvent: true,
    paths: bookingStatuses.flatMap((from) => bookingStatuses.map((to) => [from, to] as const)),
  },
  booked: {
    isStatusEvent: true,
    paths: [
      ["", "CONFIRMED"],
      ["", "WAITLIST"],
    ],
  },
  promoted: { isStatusEvent: true, paths: [["WAITLIST", "CONFIRMED"]] },
  // To another slot, where the status begins anew.
  moved: {
    isStatusEvent: true,
    paths: [
      ["CONFIRMED", "CONFIRMED"],
      ["CONFIRMED", "WAITLIST"],
      ["WAITLIST", "CONFIRMED"],
      ["WAITLIST", "WAITLIST"],
    ],
  },
  cancelled: {
    isStatusEvent: true,
    paths: [
      ["CONFIRMED", "CANCELLED"],
      ["WAITLIST", "CANCELLED"],
    ],
  },
  "ticket-cancelled": {
    isStatusEvent: false,
    paths: [
      ["CONFIRMED", "CONFIRMED"],
      ["WAITLIST", "WAITLIST"],
    ],
  },
  "checked-in": { isStatusEvent: false, paths: [["CONFIRMED", "CONFIRMED"]] },
  "check-in-undone": { isStatusEvent: false, paths: [["CONFIRMED", "CONFIRMED"]] },
  "contact-erased": {
    isStatusEvent: false,
    paths: bookingStatuses.map((status) => [status, status]),
  },
} as const satisfies Record<BookingEventKind, Transitions>;

/** The statuses from which an event of this kind leads somewhere. */
type From<Kind extends BookingEventKind> = Extract<
  (typeof bookingStates)[Kind]["paths"][number][0],
  BookingStatus
>;

/** Whether an event of this kind may happen to a booking of this status. */
export function mayHappen<Kind extends BookingEventKind>(
  kind: Kind,
  status: BookingStatus,
): status is From<Kind> {
  const { paths }: Transitions = bookingStates[kind];
  return paths.some(([from]) => from === status);
}
