import { bookingStatuses, type BookingChange, type BookingStatus } from "./booking.ts";

/** The changes of a booking, by the kind of the event that records them. */
export type BookingEventKind =
  | BookingChange["event"]
  | "imported"
  | "updated"
  | "booked"
  | "promoted"
  | "contact-erased"
  | "moved";

interface Transitions {
  /** Whether the event sets the status, so that `booked_at` becomes the event's time. */
  readonly isStatusEvent: boolean;
  /** The allowed status before (`""`: there was no booking) and the status after. */
  readonly paths: readonly (readonly [from: BookingStatus | "", to: BookingStatus])[];
}

/**
 * The interface's state table, with the transitions beyond it: onto and off the waitlist (A40), and imports,
 * which may replace any status by another system's.
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
  // A move to another slot, where the status begins anew.
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

/** The statuses in which an event of this kind is allowed. */
type From<Kind extends BookingEventKind> = Extract<
  (typeof bookingStates)[Kind]["paths"][number][0],
  BookingStatus
>;

/** Whether an event of this kind may happen to a booking with this status. */
export function mayHappen<Kind extends BookingEventKind>(
  kind: Kind,
  status: BookingStatus,
): status is From<Kind> {
  const { paths }: Transitions = bookingStates[kind];
  return paths.some(([from]) => from === status);
}
